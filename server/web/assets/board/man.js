/**
 * What a man looks like. The sides differ by shape and by the sign they carry as well as by colour, so that nobody needs
 * to tell colours.
 */
import { html } from '../html.js';
import { otherSide } from '../protocol.js';
import { lookOf } from './looks.js';

/** @import { CatalogueEntry, Side } from '../protocol.js' */
/** @import { Drawn } from '../html.js' */
/** @import { Glyph } from './looks.js' */

const OCTAGON = 'M-.16,-.385h.32L.385,-.16v.32L.16,.385h-.32L-.385,.16v-.32z';

/** @type {Record<Glyph, () => Drawn>} the signs on the men, around 0, 0 */
const GLYPHS = {
  ring: () => html`<circle class="ring" r="0.2" />`,
  star: () => html`<path class="sign" d="M0,-.26Q.05,-.05 .26,0Q.05,.05 0,.26Q-.05,.05 -.26,0Q-.05,-.05 0,-.26Z" />`,
  bow: () => html`
    <path class="stroke" d="M-.17,.1A.24,.24 0 0 1 .17,.1M-.17,.1L0,.2L.17,.1M0,.2V-.25" />
    <path class="sign" d="M0,-.31L.07,-.19H-.07Z" />
  `,
  quiver: () => html`
    <path class="stroke" d="M-.13,.25V-.12M0,.25V-.2M.13,.25V-.12" />
    <path class="sign" d="M-.13,-.22l.06,.11h-.12ZM0,-.3l.06,.11h-.12ZM.13,-.22l.06,.11h-.12Z" />
  `,
  sun: () => html`<circle class="ring" r="0.24" /><circle class="sign" r="0.11" />`,
  crescent: () => html`<path class="sign" d="M.08,-.24A.25,.25 0 1 0 .08,.24A.2,.2 0 1 1 .08,-.24Z" />`,
};

/**
 * One man, around 0, 0. If it is marked it carries a small line in the other side's colour.
 *
 * @param {{ entry: CatalogueEntry, side: Side, marked?: boolean }} props
 */
export function Man({ entry, side, marked = false }) {
  const other = otherSide(side);
  return html`
    <g class="man" data-side=${side} data-colour=${entry.colours[side].en}>
      ${side === 'first' ? html`<circle class="body" r="0.38" />` : html`<path class="body" d=${OCTAGON} />`}
      ${GLYPHS[lookOf(entry).glyphs[side]]()}
      ${marked &&
      html`
        <g class="stripe" data-side=${other} data-colour=${entry.colours[other].en}>
          <path class="casing" d="M-.25,.25h.5" />
          <path class="line-of-mark" d="M-.25,.25h.5" />
        </g>
      `}
    </g>
  `;
}
