/** Giving up. */
import { html } from '../html.js';
import { t } from '../i18n/index.js';
import { TwoSteps } from './two-steps.js';

/** @param {{ aborts: boolean, onAbort: () => void, onResign: () => void }} props */
export function Resignation({ aborts, onAbort, onResign }) {
  // A question that now means something else must be asked anew, for which the keys see: an abort costs nothing, a
  // resignation the game.
  if (aborts) {
    return html`
      <${TwoSteps}
        key="abort"
        name="abort"
        label=${t('resign.abort')}
        question=${t('resign.reallyAbort')}
        yes=${t('resign.yesAbort')}
        no=${t('resign.no')}
        onYes=${onAbort}
      />
    `;
  }
  return html`
    <${TwoSteps}
      key="resign"
      name="resign"
      label=${t('resign.resign')}
      question=${t('resign.really')}
      yes=${t('resign.yes')}
      no=${t('resign.no')}
      onYes=${onResign}
    />
  `;
}
