/**
 * Writes the types of the protocol for TypeScript, from its JSON Schema:
 *
 *   node tools/protocol-types.js            writes protocol/sauterelle-protocol.d.ts
 *   node tools/protocol-types.js --check    only says whether that file is what the schema gives
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

/** @import { JSONSchema } from 'json-schema-to-typescript' */

const SCHEMA = new URL('../../../protocol/schema.json', import.meta.url);
const TYPES = new URL('../../../protocol/sauterelle-protocol.d.ts', import.meta.url);

const HEADER = `// The messages and bodies of TITLE, for clients in TypeScript, or in JavaScript with
// types in JSDoc. README.md beside this file tells what they mean together.
//
// What goes over the socket is a ClientMessage or a ServerMessage, told apart by its \`type\`; what happened in an event
// is told by its \`kind\`. A newer server may send types, kinds, codes and reasons that are not listed here.
//
// Made from schema.json by \`npm run types\` in server/web; do not edit.`;

const REFERENCE = '#/$defs/';

/**
 * The type of a part of a definition, where it can be named in a word or two.
 *
 * @param {JSONSchema} schema
 * @returns {string}
 */
function wordFor(schema) {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.slice(REFERENCE.length));
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'array' && schema.items) return `${wordFor(/** @type {JSONSchema} */ (schema.items))}[]`;
  throw new Error(`there is no word for ${JSON.stringify(schema)}`);
}

/** Generic types are called `Type_Argument` in the schema. */
const GENERIC = /^([A-Za-z]+)_(.+)$/;

/** @type {Record<string, JSONSchema>} */
let definitions = {};

/**
 * @param {string} definition
 * @returns {string} its name in TypeScript, such as `PerSide<Seat>`
 */
function nameOf(definition) {
  const generic = GENERIC.exec(definition);
  if (generic === null) return definition;
  const [argument] = Object.values(definitions[definition]?.properties ?? {});
  if (argument === undefined) throw new Error(`${definition} has no properties`);
  return `${generic[1]}<${wordFor(argument)}>`;
}

/**
 * A schema in which every reference is the name of a type: left to itself, the generator copies a definition wherever
 * a description stands beside the reference.
 *
 * @param {any} schema
 * @returns {any}
 */
function named(schema) {
  if (Array.isArray(schema)) return schema.map(named);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, description, ...rest } = schema;
  const parts = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, named(part)]));
  // In the order in which they are sent, as far as it is known.
  if (parts.properties && parts.required) {
    const order = new Set([...parts.required, ...Object.keys(parts.properties)]);
    parts.properties = Object.fromEntries([...order].map((key) => [key, parts.properties[key]]));
  }
  if ($ref !== undefined) parts.tsType = wordFor({ $ref });
  if (description !== undefined) parts.description = plain(description);
  return parts;
}

/**
 * @param {string} description as in the documentation of the server, with its links
 */
function plain(description) {
  return description.replaceAll(/\[(`[^`]+`)\](?:\([^)]*\))?/g, '$1');
}

/**
 * @param {string} [description]
 * @param {string} [indent]
 */
function comment(description = '', indent = '') {
  const lines = plain(description).split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */`;
  const middle = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return [`${indent}/**`, ...middle, `${indent} */`].join('\n');
}

/**
 * A choice between words, or between objects that say by a word which they are. The generator would drop what is said
 * about each of them.
 *
 * @param {string} name
 * @param {JSONSchema} schema
 * @returns {Promise<string>}
 */
async function choice(name, { description, oneOf = [] }) {
  const objects = [];
  const members = [];
  for (const variant of oneOf) {
    const { member, object } = await alternative(name, variant);
    if (object !== undefined) objects.push(object);
    members.push(`${comment(variant.description, '  ')}\n  | ${member}`);
  }
  return [...objects, `${comment(description)}\nexport type ${name} =\n${members.join('\n')};`].join('\n\n');
}

/**
 * @param {string} choiceName
 * @param {JSONSchema} variant
 * @returns {Promise<{ member: string, object?: string }>} how it is written in the choice, and the definition of an
 *   object that has no name in the schema
 */
async function alternative(choiceName, variant) {
  if (variant.const !== undefined) return { member: `'${variant.const}'` };
  const properties = Object.entries(variant.properties ?? {});
  const [key, { const: word }] = properties.find(([, property]) => property.const !== undefined) ?? ['', {}];
  if (typeof word !== 'string') throw new Error(`an alternative of ${choiceName} does not say which it is`);
  const tag = `{ ${key}: '${word}' }`;
  if (variant.$ref !== undefined) return { member: `(${tag} & ${wordFor({ $ref: variant.$ref })})` };
  if (properties.length === 1) return { member: tag };
  const name = choiceName + word.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
  return { member: name, object: await single(name, variant) };
}

/**
 * @param {string} name
 * @param {JSONSchema} schema
 * @returns {Promise<string>}
 */
async function single(name, schema) {
  const text = await compile({ ...named(schema), title: name }, name, {
    additionalProperties: false,
    bannerComment: '',
    style: { printWidth: 120, singleQuote: true },
  });
  return text.replaceAll(/\/\*\*\n *\* (.*)\n *\*\/\n/g, '/** $1 */\n').trim();
}

/**
 * @param {string} name
 * @param {JSONSchema} schema whose properties are all of one type
 * @returns {Promise<string>}
 */
async function generic(name, schema) {
  const properties = Object.entries(schema.properties ?? {});
  const open = properties.map(([key, { description }]) => [key, { description, tsType: 'T' }]);
  const text = await single(name, { ...schema, properties: Object.fromEntries(open) });
  return text.replace(`interface ${name} `, `interface ${name}<T> `);
}

/** @returns {Promise<string>} the file's text */
async function types() {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  definitions = schema.$defs;
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const [definition, described] of Object.entries(definitions)) {
    const name = GENERIC.exec(definition)?.[1] ?? definition;
    if (name !== definition) texts.set(name, await generic(name, described));
    else if (described.oneOf) texts.set(name, await choice(name, described));
    else texts.set(name, await single(name, described));
  }
  const title = schema.title.replace('Sauterelle', 'the Sauterelle');
  return `${[HEADER.replace('TITLE', title), ...texts.values()].join('\n\n')}\n`;
}

const text = await types();
if (!process.argv.includes('--check')) {
  writeFileSync(TYPES, text);
} else if (!existsSync(TYPES) || readFileSync(TYPES, 'utf8') !== text) {
  console.error('protocol/sauterelle-protocol.d.ts is not what protocol/schema.json gives. Write it anew:');
  console.error('  cd server/web && npm run types');
  process.exitCode = 1;
}
