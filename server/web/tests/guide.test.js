/** The rules pages: both languages tell the same, and every diagram can be tried as its caption says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp, tried } from '../assets/guide/diagram.js';
import { GUIDES } from '../assets/guide/index.js';
import { LANGUAGES } from '../assets/i18n/index.js';
import { rulesOf } from '../assets/rules/index.js';
import { catalogue, entryOf } from './catalogue.js';

/** @import { Block, Guide } from '../assets/guide/index.js' */

/** What every page has to have, in this order, whatever else stands between. */
const SECTIONS = ['aim', 'moves', 'end', 'settled', 'advice', 'history', 'notation', 'try'];

/** @param {Block} block */
function shapeOf(block) {
  if (typeof block === 'string') return `text with ${block.match(/`[^`]+`/g) ?? 'no notation'}`;
  if ('list' in block) return `list of ${block.list.length}`;
  return `${block.diagram}${block.done ? ', done' : ''}`;
}

/** @param {Guide} guide */
const blocksOf = (guide) => guide.texts.en.flatMap(({ blocks }) => blocks);

test('every game of the catalogue has its rules page', () => {
  assert.deepEqual(Object.keys(GUIDES).sort(), catalogue().map(({ id }) => id).sort());
});

for (const [game, load] of Object.entries(GUIDES)) {
  test(`${game}: both languages have the same sections, lists and diagrams`, async () => {
    const { GUIDE } = await load();
    const [one, other] = LANGUAGES.map((language) =>
      GUIDE.texts[language].map(({ id, blocks }) => [id, ...blocks.map(shapeOf)]),
    );
    assert.deepEqual(one, other);
    const ids = one.map(([id]) => id);
    assert.deepEqual(ids.filter((id) => SECTIONS.includes(id)), SECTIONS);
    assert.equal(new Set(ids).size, ids.length);
    for (const language of LANGUAGES) {
      for (const { heading, blocks } of GUIDE.texts[language]) assert.ok(heading && blocks.length > 0);
    }
  });

  test(`${game}: every diagram is shown, and something can be tried in it`, async () => {
    const { GUIDE } = await load();
    const shown = blocksOf(GUIDE).flatMap((block) =>
      typeof block === 'object' && 'diagram' in block ? [block.diagram] : [],
    );
    assert.deepEqual([...new Set(shown)].sort(), Object.keys(GUIDE.diagrams).sort());
    for (const [name, diagram] of Object.entries(GUIDE.diagrams)) {
      const found = setUp(entryOf(game), diagram);
      assert.ok(found, name);
      const { entry, position } = found;
      const men = [...diagram.first, ...diagram.second];
      assert.equal(new Set(men).size, men.length, `${name}: two men on a square`);
      for (const square of men) assert.ok(entry.board.squares.includes(square), `${name}: ${square}`);
      assert.ok(diagram.first.length <= entry.men && diagram.second.length <= entry.men, name);
      const moves = rulesOf(entry)?.legalMoves(position) ?? [];
      assert.ok(moves.length > 0, `${name}: nothing can be moved`);
      assert.equal(position.toMove, diagram.turn, name);
      const after = tried(entry, diagram, position, moves[0]);
      if (!diagram.both && !after.ending) assert.equal(after.toMove, diagram.turn, name);
    }
  });

  test(`${game}: what a caption asks for can be done`, async () => {
    const { GUIDE } = await load();
    for (const block of blocksOf(GUIDE)) {
      if (typeof block === 'string' || !('diagram' in block)) continue;
      const { wanted } = GUIDE.diagrams[block.diagram];
      assert.equal(wanted !== undefined, block.done !== undefined, block.diagram);
      if (wanted !== undefined) assert.ok(reaches(game, GUIDE.diagrams[block.diagram], wanted), block.diagram);
    }
  });
}

/**
 * Whether a move can be played within three turns.
 *
 * @param {string} game
 * @param {import('../assets/guide/index.js').Diagram} diagram
 * @param {string} wanted
 */
function reaches(game, diagram, wanted) {
  const found = setUp(entryOf(game), diagram);
  assert.ok(found);
  const rules = rulesOf(found.entry);
  assert.ok(rules);
  /** @type {(position: import('../assets/rules/position.js').Position, turns: number) => boolean} */
  const within = (position, turns) => {
    const moves = rules.legalMoves(position);
    if (moves.includes(wanted)) return true;
    return turns > 1 && moves.some((move) => within(tried(found.entry, diagram, position, move), turns - 1));
  };
  return within(found.position, 2);
}

test('Nerma: the three men come home in the order that the text promises, and in no other', async () => {
  const { GUIDE } = await GUIDES.nerma();
  const diagram = GUIDE.diagrams.count;
  const found = setUp(entryOf('nerma'), diagram);
  assert.ok(found);
  const rules = rulesOf(found.entry);
  assert.ok(rules);
  /** @type {(position: import('../assets/rules/position.js').Position, turns: number) => string[]} */
  const ways = (position, turns) => {
    if (turns === 0) return position.ending?.reason === 'camp_filled' ? [''] : [];
    return rules
      .legalMoves(position)
      .filter((move) => ['d11', 'c12', 'c11'].includes(move.split('-')[0]))
      .flatMap((move) =>
        ways(tried(found.entry, diagram, position, move), turns - 1).map((rest) => `${move} ${rest}`),
      );
  };
  assert.deepEqual(ways(found.position, 3), ['d11-b15 c11-c13 c12-a12 ']);
});
