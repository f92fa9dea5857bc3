/**
 * What the browser keeps between visits. A browser may forbid that (some do in private windows); then the page
 * remembers as long as it is open.
 */

const PREFIX = 'sauterelle.';

/** @type {Map<string, string>} what could not be stored */
const whileOpen = new Map();

/**
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
  if (whileOpen.has(key)) return whileOpen.get(key) ?? null;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
    whileOpen.delete(key);
  } catch {
    whileOpen.set(key, value);
  }
}

/** @param {string} key */
export function forget(key) {
  whileOpen.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Where nothing can be stored there is nothing to remove.
  }
}

/**
 * @param {string} prefix
 * @returns {string[]} the keys that begin so, without it
 */
export function recallKeys(prefix) {
  const keys = new Set(whileOpen.keys());
  try {
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index);
      if (key?.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
    }
  } catch {
    // Then only what was kept while the page is open is known.
  }
  return [...keys].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}
