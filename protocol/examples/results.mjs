/**
 * Reads statistics and finished games, and prints them.
 *
 *     node results.mjs http://127.0.0.1:8420 [GAME]
 *
 * First how the games of each kind came out, or of one kind; then all finished games, newest first, page after page; then
 * the newest as a text. It needs Node.js 20 or newer and nothing else. results.py does the same in Python.
 */

/** Games asked for at once. */
const PAGE = 50;

async function get(server, path) {
  const answer = await fetch(new URL(path, server));
  if (answer.ok) return answer;
  // What stands in front of a server may refuse in words of its own ("Refusals" in the guide).
  const refusal = await answer.json().catch(() => ({}));
  throw new Error(`GET ${path}: ${refusal.message ?? `status ${answer.status}`}`);
}

const getJson = async (server, path) => (await get(server, path)).json();

/** How games came out ("Statistics" in the guide). */
async function statistics(server, game) {
  return game ? [await getJson(server, `/api/stats/${game}`)] : (await getJson(server, '/api/stats')).games;
}

/** All finished games, page after page ("Finished games"). A page may be empty and not be the last. */
async function* finished(server, game) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(game && { game }) });
  for (;;) {
    const page = await getJson(server, `/api/games?${query}`);
    yield* page.games;
    if (page.next === null) return;
    query.set('after', page.next);
  }
}

async function show(server, game) {
  for (const { game: kind, games, first, second, draws } of await statistics(server, game)) {
    console.log(`${kind}: ${games} games, first ${first.wins}, second ${second.wins}, draws ${draws.games}`);
  }
  let newest = null;
  for await (const { id, game: kind, outcome, reason, plies, ended } of finished(server, game)) {
    newest ??= id;
    const when = new Date(ended).toISOString().slice(0, 16).replace('T', ' ');
    console.log(`${when} ${id} ${kind} ${outcome} ${reason} ${plies}`);
  }
  if (newest !== null) process.stdout.write(await (await get(server, `/api/games/${newest}/text`)).text());
}

const [server, game] = process.argv.slice(2);
if (server === undefined) {
  console.error('usage: results.mjs http://HOST [GAME]');
  process.exitCode = 2;
} else {
  await show(server, game).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
