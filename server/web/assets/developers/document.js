/**
 * What the document that describes the API says, in the order in which a page shows it. It is OpenAPI with JSON Schema,
 * of which this knows what the server writes; what it does not know it leaves out.
 */

/**
 * @typedef {{ [key: string]: any }} Schema
 */

/**
 * @typedef {object} ApiDocument
 * @property {{ version: string, description: string }} info
 * @property {{ name: string, description: string }[]} tags
 * @property {Record<string, Record<string, Schema>>} paths
 * @property {{ schemas: Record<string, Schema> }} components
 */

/**
 * @typedef {object} Field a parameter, a header, or a field of an object
 * @property {string} name
 * @property {string} place where a parameter stands: `path`, `query` or `header`; else empty
 * @property {boolean} required
 * @property {string} description
 * @property {Kind} kind
 */

/**
 * @typedef {object} Kind what a value can be
 * @property {'type' | 'list' | 'values' | 'plain'} is
 * @property {string} name of the type, or in JSON's words
 * @property {Kind | null} of what a list holds
 * @property {string[]} values
 * @property {string[]} bounds in words that need no translation
 * @property {boolean} orNull
 * @property {string | null} byDefault
 */

/**
 * @typedef {object} Answer
 * @property {string} status
 * @property {string} description
 * @property {boolean} refusal
 * @property {Field[]} headers
 * @property {string | null} media the kind of its content
 * @property {Kind | null} kind
 * @property {string | null} example as text
 * @property {{ code: string, message: string }[]} codes of a refusal, with what it says
 */

/**
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {string} summary
 * @property {string} description
 * @property {Field[]} parameters
 * @property {{ media: string, kind: Kind, example: string } | null} body
 * @property {Answer[]} answers
 */

/**
 * @typedef {object} TypeShown
 * @property {string} name
 * @property {string} description
 * @property {Kind | null} kind what it is, if it has neither fields nor variants
 * @property {Field[]} fields
 * @property {{ value: string, description: string, fields: Field[] }[]} variants one of which it is
 */

/**
 * @param {ApiDocument} document
 * @returns {{ name: string, description: string, operations: Operation[] }[]}
 */
export function chaptersOf(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ tags: operation.tags, shown: operationOf(path, method, operation) })),
  );
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ tags }) => tags.includes(name)).map(({ shown }) => shown),
  }));
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Schema} operation
 * @returns {Operation}
 */
function operationOf(path, method, operation) {
  const [media, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    parameters: (operation.parameters ?? []).map(fieldOf),
    body: media === undefined ? null : { media, kind: kindOf(content.schema), example: textOf(content.example) },
    answers: Object.entries(operation.responses).map(([status, answer]) => answerOf(status, answer)),
  };
}

/**
 * @param {string} status
 * @param {Schema} answer
 * @returns {Answer}
 */
function answerOf(status, answer) {
  const [media = null, content] = Object.entries(answer.content ?? {})[0] ?? [];
  const example = content?.example;
  const refusals = Object.values(content?.examples ?? {});
  return {
    status,
    description: answer.description,
    refusal: Number(status) >= 400,
    headers: Object.entries(answer.headers ?? {}).map(([name, header]) => fieldOf({ name, ...header })),
    media,
    kind: content === undefined ? null : kindOf(content.schema),
    example: example === undefined ? null : textOf(example),
    codes: refusals.map(({ value: { code, message } }) => ({ code, message })),
  };
}

/**
 * @param {Schema} parameter
 * @returns {Field}
 */
function fieldOf({ name, in: place = '', required = false, description = '', schema }) {
  return { name, place, required, description, kind: kindOf(schema) };
}

/**
 * @param {unknown} example
 */
function textOf(example) {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/**
 * @param {Schema} schema
 * @returns {Kind}
 */
export function kindOf(schema) {
  /** @type {Kind} */
  const kind = { is: 'plain', name: 'any', of: null, values: [], bounds: [], orNull: false, byDefault: null };
  if (schema.default !== undefined && schema.default !== null) kind.byDefault = String(schema.default);
  if (schema['x-line-schema']) return { ...kind, is: 'list', name: 'lines', of: kindOf(schema['x-line-schema']) };
  if (schema.$ref) return { ...kind, is: 'type', name: nameOf(schema.$ref) };
  if ('const' in schema) return { ...kind, is: 'values', values: [String(schema.const)] };
  if (schema.enum) return { ...kind, is: 'values', values: schema.enum.map(String) };
  // What narrows a type down says the type first.
  if (schema.allOf) return { ...kindOf(schema.allOf[0]), byDefault: kind.byDefault };
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) {
    const others = ways.filter((/** @type {Schema} */ way) => way.type !== 'null');
    if (others.length === 1) return { ...kindOf(others[0]), orNull: others.length < ways.length, byDefault: kind.byDefault };
    return kind;
  }
  const types = [schema.type ?? 'any'].flat();
  const name = types.find((type) => type !== 'null') ?? 'null';
  const orNull = name !== 'null' && types.includes('null');
  if (name === 'array') return { ...kind, is: 'list', name, orNull, of: kindOf(schema.items ?? schema.prefixItems?.[0] ?? {}) };
  return { ...kind, name, orNull, bounds: boundsOf(schema) };
}

/**
 * @param {Schema} schema
 * @returns {string[]}
 */
function boundsOf({ minimum, maximum, minLength, maxLength, pattern, format }) {
  const bounds = [];
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${minimum} … ${maximum}`);
  else if (minimum !== undefined) bounds.push(`≥ ${minimum}`);
  else if (maximum !== undefined) bounds.push(`≤ ${maximum}`);
  if (minLength !== undefined || maxLength !== undefined) bounds.push(`${minLength ?? 0} … ${maxLength ?? '∞'} characters`);
  if (pattern !== undefined) bounds.push(pattern);
  if (format === 'date') bounds.push('YYYY-MM-DD');
  return bounds;
}

/** @param {string} reference */
function nameOf(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/**
 * @param {ApiDocument} document
 * @returns {TypeShown[]} by their names
 */
export function typesOf(document) {
  return Object.entries(document.components.schemas)
    .map(([name, schema]) => typeOf(name, schema))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @returns {TypeShown}
 */
function typeOf(name, schema) {
  const fields = fieldsOf(schema);
  const variants = (schema.oneOf ?? []).flatMap((/** @type {Schema} */ way) => {
    if (way.enum) return way.enum.map((/** @type {unknown} */ value) => ({ value: String(value), description: '', fields: [] }));
    // Variants that are objects are told apart by the one field that has a value of its own.
    const mark = Object.values(way.properties ?? {}).find((/** @type {Schema} */ property) => 'const' in property);
    const value = String(way.const ?? mark?.const ?? '');
    return [{ value, description: way.description ?? '', fields: fieldsOf(way) }];
  });
  const kind = fields.length === 0 && variants.length === 0 ? kindOf(schema) : null;
  return { name, description: schema.description ?? '', kind, fields, variants };
}

/**
 * @param {Schema} schema
 * @returns {Field[]}
 */
function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, schema]) =>
    fieldOf({ name, required: required.includes(name), description: schema.description, schema }),
  );
}
