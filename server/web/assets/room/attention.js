/**
 * Calling a person who looks elsewhere: by the tab's title and picture, by a bell, and by a notification if that was
 * allowed.
 */
import { recall, remember } from '../storage.js';
import { play } from '../sound.js';

/** @import { RoomView } from './view.js' */

const KEY = 'notify';
const ICON = '/assets/icon.svg';
const ICON_TURN = '/assets/icon-turn.svg';

/**
 * @typedef {object} Moment what may call for this person
 * @property {boolean} myTurn
 * @property {number | null} game
 * @property {number | null} over the number of the game that has ended
 * @property {number | null} offer the number of what somebody else offers
 */

/**
 * @param {RoomView | null} view
 * @param {import('../protocol.js').Snapshot | null} room
 * @returns {Moment}
 */
export function momentOf(view, room) {
  const others = room !== null && room.you !== null && room.offer !== null && room.offer.seat !== room.you;
  return {
    myTurn: view !== null && view.myTurn && !view.oneDevice,
    game: view?.seated ? (room?.game?.number ?? null) : null,
    over: room?.game?.result?.number ?? null,
    offer: others ? (room.offer?.seq ?? null) : null,
  };
}

/**
 * What calls now, and did not before.
 *
 * @param {Moment} before
 * @param {Moment} now
 * @returns {'turn' | 'end' | 'offer' | 'start' | null}
 */
export function callBetween(before, now) {
  if (now.over !== null && now.over !== before.over && before.game !== null) return 'end';
  if (now.game !== null && now.game !== before.game && now.over === null) return 'start';
  if (now.myTurn && !before.myTurn) return 'turn';
  return now.offer !== null && now.offer !== before.offer ? 'offer' : null;
}

/** @returns {'off' | 'on' | 'impossible'} whether notifications are shown */
export function notifications() {
  if (!('Notification' in globalThis) || Notification.permission === 'denied' || !isSecureContext) return 'impossible';
  return Notification.permission === 'granted' && recall(KEY) === 'on' ? 'on' : 'off';
}

/**
 * Switches notifications; switching them on asks the person for leave if need be.
 *
 * @param {boolean} on
 */
export async function switchNotifications(on) {
  remember(KEY, on ? 'on' : 'off');
  if (on && Notification.permission === 'default') await Notification.requestPermission();
}

export class Attention {
  /** @type {Moment | null} nothing before the room was known */
  #before = null;
  /** @type {Notification | null} */
  #shown = null;

  /**
   * @param {Moment} now
   * @param {{ title: string, body: (call: 'turn' | 'end' | 'offer' | 'start') => string, tag: string }} words
   */
  update(now, { title, body, tag }) {
    document.title = title;
    showIcon(now.myTurn ? ICON_TURN : ICON);
    const call = this.#before === null ? null : callBetween(this.#before, now);
    this.#before = now;
    if (call === null) return;
    play(call === 'end' ? 'end' : 'turn');
    if (document.visibilityState === 'hidden' && notifications() === 'on') this.#notify(title, body(call), tag);
  }

  /** The person is here, or has gone to another page. */
  calm() {
    this.#shown?.close();
    this.#shown = null;
  }

  stop() {
    this.calm();
    showIcon(ICON);
  }

  /**
   * @param {string} title
   * @param {string} body
   * @param {string} tag
   */
  #notify(title, body, tag) {
    try {
      this.#shown = new Notification(title, { body, tag, icon: ICON });
      this.#shown.onclick = () => {
        window.focus();
        this.calm();
      };
    } catch {
      // Some telephones show notifications for installed pages alone.
    }
  }
}

/** @param {string} icon */
function showIcon(icon) {
  const link = document.querySelector('link[rel="icon"]');
  if (link?.getAttribute('href') !== icon) link?.setAttribute('href', icon);
}
