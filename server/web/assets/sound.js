/**
 * The page's sounds, made on the spot: short knocks of wood and a bell, so that nothing has to be fetched.
 */
import { settings } from './settings.js';

/** @typedef {'step' | 'hop' | 'capture' | 'place' | 'turn' | 'end'} Sound */

/**
 * One tone: its pitch, where that glides to, its length, its loudness, when it begins.
 *
 * @typedef {{ type: OscillatorType, from: number, to: number, seconds: number, volume: number, at: number }} Tone
 */

/** @type {(from: number, to: number, at?: number, volume?: number) => Tone} */
const knock = (from, to, at = 0, volume = 0.22) => ({ type: 'triangle', from, to, seconds: 0.07, volume, at });

/** @type {(pitch: number, at?: number) => Tone} */
const bell = (pitch, at = 0) => ({ type: 'sine', from: pitch, to: pitch, seconds: 0.55, volume: 0.12, at });

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  step: [knock(340, 170)],
  hop: [knock(420, 210, 0, 0.16)],
  capture: [knock(260, 90), knock(180, 70, 0.08)],
  place: [knock(500, 260)],
  turn: [bell(784), bell(1047, 0.12)],
  end: [bell(523), bell(659, 0.14), bell(784, 0.28)],
};

/** @type {AudioContext | null} made at the first sound; browsers allow none before a person has done something */
let context = null;

/**
 * @param {Sound} sound
 * @param {number} [delay] seconds
 */
export function play(sound, delay = 0) {
  if (!settings().sounds || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const tone of TONES[sound]) sing(context, tone, delay);
  } catch {
    // Some devices have no sound at all; a game does not need it.
  }
}

/**
 * @param {AudioContext} audio
 * @param {Tone} tone
 * @param {number} delay
 */
function sing(audio, { type, from, to, seconds, volume, at }, delay) {
  const begin = audio.currentTime + delay + at;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + seconds);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds);
}
