/**
 * Random hexadecimal digits that nobody can guess. `crypto.randomUUID` would not do: browsers offer it to pages
 * over https alone, and in a home network the page comes over plain http.
 *
 * @param {number} bytes how much chance, two digits a byte
 * @returns {string}
 */
export function randomHex(bytes) {
  const chance = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(chance, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
