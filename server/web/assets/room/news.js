/** What happened around the game, in words. */
import { t } from '../i18n/index.js';
import { calledAs } from './people.js';

/** @import { OfferKind, Snapshot } from '../protocol.js' */
/** @import { TextKey } from '../i18n/index.js' */
/** @import { News } from './state.js' */

/** @type {Record<OfferKind, TextKey>} */
const DECLINED = { draw: 'news.declined.draw', take_back: 'news.declined.takeBack', rematch: 'news.declined.rematch' };

/**
 * @param {News} news
 * @param {Snapshot} room
 * @returns {string | null} nothing where there is nothing to tell
 */
export function newsWords({ kind, seat, what }, room) {
  const player = seat === null ? '' : calledAs(room, seat);
  // Whoever did it knows; and one who plays alone did all of it.
  const mine = seat === room.you || room.setup.table === 'one_device';
  switch (kind) {
    case 'declined':
      return mine || what === null ? null : t(DECLINED[what], { player });
    case 'withdrawn':
      return mine ? null : t('news.withdrawn', { player });
    case 'taken_back':
      return t('news.takenBack');
    case 'claim_cancelled':
      return t('news.claimCancelled');
  }
}
