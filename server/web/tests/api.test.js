import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ApiError, fetchLobby } from '../assets/net/api.js';

const realFetch = globalThis.fetch;

afterEach(() => {
  globalThis.fetch = realFetch;
});

/**
 * @param {number} status
 * @param {unknown} body
 */
function answering(status, body) {
  globalThis.fetch = async () => new Response(JSON.stringify(body), { status });
}

/** @returns {Promise<unknown>} what asking for the open rooms fails with */
async function failure() {
  return fetchLobby().then(() => null, (error) => error);
}

test('a refusal carries its code, and when to ask again', async () => {
  answering(429, { code: 'busy', message: 'later', retry_after: 3 });
  const error = await failure();
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.code, error.message, error.retryAfter], ['busy', 'later', 3]);
});

test('a refusal in other words than the protocol\'s, as of a gateway, is as good as no answer', async () => {
  for (const body of [{ message: 'Bad Gateway' }, { code: 502 }, null, 'Bad Gateway', []]) {
    answering(502, body);
    const error = await failure();
    assert.ok(error instanceof ApiError, JSON.stringify(body));
    assert.equal(error.code, 'unreachable');
    assert.ok(error.passing);
  }
});
