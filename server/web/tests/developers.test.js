import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chaptersOf, kindOf, typesOf } from '../assets/developers/document.js';

const SCHEMA = new URL('../../../protocol/schema.json', import.meta.url);

/** A document with one operation of everything. */
const DOCUMENT = {
  info: { version: '1.0.0', description: 'All.' },
  tags: [
    { name: 'rooms', description: 'Rooms.' },
    { name: 'games', description: 'Games.' },
  ],
  paths: {
    '/api/rooms': {
      get: { operationId: 'list', tags: ['rooms'], summary: 'Lists', responses: { 200: { description: 'Here.' } } },
      post: {
        operationId: 'make',
        tags: ['rooms'],
        summary: 'Makes',
        description: 'More.',
        requestBody: {
          content: {
            'application/json': {
              schema: { allOf: [{ $ref: '#/components/schemas/CreateRoom' }, { properties: { protocol: { const: 1 } } }] },
              example: { protocol: 1 },
            },
          },
        },
        responses: {
          201: {
            description: 'Made.',
            headers: { ETag: { required: true, description: 'A tag.', schema: { type: 'string' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/RoomCreated' }, example: { room: 'x' } } },
          },
          429: {
            description: '`too_many_rooms`',
            content: {
              'application/json': {
                schema: { allOf: [{ $ref: '#/components/schemas/ErrorBody' }] },
                examples: { too_many_rooms: { value: { code: 'too_many_rooms', message: 'wait' } } },
              },
            },
          },
        },
      },
    },
    '/api/games/{id}': {
      get: {
        operationId: 'game',
        tags: ['games'],
        summary: 'A game',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Which.', schema: { $ref: '#/components/schemas/GameId' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
        ],
        responses: {
          200: {
            description: 'All.',
            content: { 'application/x-ndjson': { schema: { type: 'string', 'x-line-schema': { $ref: '#/components/schemas/ArchivedGame' } } } },
          },
        },
      },
    },
  },
  components: { schemas: JSON.parse(readFileSync(SCHEMA, 'utf8')).$defs },
};

test('operations stand in the chapters of their tags, with all that they take and answer', () => {
  const [rooms, games] = chaptersOf(DOCUMENT);
  assert.deepEqual(rooms?.operations.map(({ method, path }) => `${method} ${path}`), ['GET /api/rooms', 'POST /api/rooms']);
  const make = rooms?.operations[1];
  assert.equal(make?.body?.kind.name, 'CreateRoom');
  assert.equal(make?.body?.example, '{\n  "protocol": 1\n}');
  const [made, refused] = make?.answers ?? [];
  assert.deepEqual([made?.status, made?.refusal, made?.kind?.name, made?.headers[0]?.name], ['201', false, 'RoomCreated', 'ETag']);
  assert.deepEqual([refused?.status, refused?.refusal], ['429', true]);
  assert.deepEqual(refused?.codes, [{ code: 'too_many_rooms', message: 'wait' }]);
  assert.equal(rooms?.operations[0]?.answers[0]?.example, null);

  const game = games?.operations[0];
  const [id, limit] = game?.parameters ?? [];
  assert.deepEqual([id?.place, id?.required, id?.kind.name], ['path', true, 'GameId']);
  assert.deepEqual([limit?.required, limit?.kind.bounds, limit?.kind.byDefault], [false, ['1 … 200'], '50']);
  assert.deepEqual([game?.answers[0]?.kind?.is, game?.answers[0]?.kind?.of?.name], ['list', 'ArchivedGame']);
});

test('what a value can be is told in few words', () => {
  const tell = (/** @type {import('../assets/developers/document.js').Schema} */ schema) => {
    const { is, name, orNull, values, bounds } = kindOf(schema);
    return [is, name, orNull, values, bounds];
  };
  assert.deepEqual(tell({ type: ['integer', 'null'], minimum: 0 }), ['plain', 'integer', true, [], ['≥ 0']]);
  assert.deepEqual(tell({ anyOf: [{ $ref: '#/components/schemas/Side' }, { type: 'null' }] }), ['type', 'Side', true, [], []]);
  assert.deepEqual(tell({ enum: ['a', 'b'], type: 'string' }), ['values', 'any', false, ['a', 'b'], []]);
  assert.deepEqual(tell({ const: 1 }), ['values', 'any', false, ['1'], []]);
  assert.deepEqual(tell({ type: 'string', minLength: 1, maxLength: 32 }), ['plain', 'string', false, [], ['1 … 32 characters']]);
  assert.deepEqual(tell({ type: 'string', pattern: '^x$' }), ['plain', 'string', false, [], ['^x$']]);
  assert.deepEqual(tell({}), ['plain', 'any', false, [], []]);
  assert.equal(kindOf({ type: 'array', items: { $ref: '#/x/Square' } }).of?.name, 'Square');
});

test('every type of the protocol has something to show', () => {
  const types = typesOf(DOCUMENT);
  assert.ok(types.length > 50);
  for (const { name, kind, fields, variants } of types) {
    if (['LegalMoves', 'Ping'].includes(name)) continue;
    assert.ok(kind !== null || fields.length + variants.length > 0, name);
    assert.ok(variants.every(({ value }) => value !== ''), name);
    assert.ok(fields.every((field) => field.kind.name !== 'any' || field.kind.is !== 'plain'), name);
  }
  const control = types.find(({ name }) => name === 'TimeControl');
  assert.deepEqual(control?.variants.map(({ value }) => value), ['real_time', 'per_move']);
  assert.deepEqual(control?.variants[0]?.fields.map(({ name }) => name), ['base', 'increment', 'kind']);
});
