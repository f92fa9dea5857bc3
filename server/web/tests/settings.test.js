import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSettings, DEFAULTS, onSettings, readSettings, reloadSettings, settings } from '../assets/settings.js';

test('nothing stored, or nonsense, gives what everything begins with', () => {
  for (const stored of [null, '', '{}', 'no JSON', 'null', '7', '[]', '{"theme":"pink","sounds":"loud"}']) {
    assert.deepEqual(readSettings(stored), DEFAULTS, String(stored));
  }
});

test('what makes sense is kept beside what does not', () => {
  const stored = JSON.stringify({ theme: 'dark', sounds: false, diamond: 1, unheardOf: true });
  assert.deepEqual(readSettings(stored), { ...DEFAULTS, theme: 'dark', sounds: false });
});

test('a change is told, and lasts where nothing can be stored', () => {
  // Node.js has no localStorage, as a browser that forbids it.
  let told = 0;
  const stop = onSettings(() => (told += 1));
  changeSettings({ diamond: true });
  assert.equal(settings().diamond, true);
  reloadSettings();
  assert.equal(settings().diamond, true);
  assert.equal(told, 2);
  stop();
  changeSettings({ diamond: false });
  assert.equal(told, 2);
});
