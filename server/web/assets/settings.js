/**
 * What a person has set for this browser. Everything has a value from the beginning, and what is stored but makes no
 * sense is as good as not stored.
 */
import { recall, remember } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {'device' | 'light' | 'dark'} theme
 * @property {boolean} sounds
 * @property {boolean} confirm whether to ask before a move is played
 * @property {boolean} chequered whether plain boards of squares are chequered, too
 * @property {boolean} diamond whether boards with camps in their corners stand on a corner
 */

const KEY = 'settings';

/** @type {readonly Settings['theme'][]} */
export const THEMES = ['device', 'light', 'dark'];

/** @type {Readonly<Settings>} */
export const DEFAULTS = { theme: 'device', sounds: true, confirm: false, chequered: false, diamond: false };

/** @type {Settings | null} read when first asked for */
let current = null;

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Readonly<Settings>} */
export function settings() {
  current ??= readSettings(recall(KEY));
  return current;
}

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  current = { ...settings(), ...change };
  remember(KEY, JSON.stringify(current));
  tell();
}

/** Takes over what another tab has stored. */
export function reloadSettings() {
  current = null;
  tell();
}

/**
 * @param {() => void} listener told after each change
 * @returns {() => void} ends that
 */
export function onSettings(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * @param {string | null} stored
 * @returns {Settings}
 */
export function readSettings(stored) {
  /** @type {Partial<Record<keyof Settings, unknown>> | null} */
  let found;
  try {
    found = JSON.parse(stored ?? '{}');
  } catch {
    found = null;
  }
  const flag = (/** @type {Exclude<keyof Settings, 'theme'>} */ name) => {
    const value = found?.[name];
    return typeof value === 'boolean' ? value : DEFAULTS[name];
  };
  return {
    theme: THEMES.find((theme) => theme === found?.theme) ?? DEFAULTS.theme,
    sounds: flag('sounds'),
    confirm: flag('confirm'),
    chequered: flag('chequered'),
    diamond: flag('diamond'),
  };
}

function tell() {
  listeners.forEach((listener) => listener());
}
