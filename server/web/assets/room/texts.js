/**
 * What people write, checked as the server will check it, so that a person hears at once of what cannot be sent.
 */

const NAME = { characters: 32, bytes: 100 };
const TALK = { characters: 300, bytes: 1_000 };

/** Control characters, line breaks, and what turns the direction of the text around it. */
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const SOMETHING_VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * @param {string} text
 * @returns {string | null} the name as it may be sent; nothing if it may not
 */
export const cleanName = (text) => clean(text, NAME);

/**
 * @param {string} text
 * @returns {string | null} the line as it may be sent; nothing if it may not
 */
export const cleanTalk = (text) => clean(text, TALK);

/**
 * @param {string} text
 * @param {{ characters: number, bytes: number }} bounds
 */
function clean(text, { characters, bytes }) {
  const trimmed = text.trim();
  const fits = [...trimmed].length <= characters && new TextEncoder().encode(trimmed).length <= bytes;
  return fits && SOMETHING_VISIBLE.test(trimmed) && !FORBIDDEN.test(trimmed) ? trimmed : null;
}
