/** A link as a picture for the camera of another device. What draws it is fetched when it is first wanted. */
import { Component, html } from './html.js';
import { t } from './i18n/index.js';

/** @typedef {{ size: number, get: (x: number, y: number) => boolean }} Squares what is dark in a QR code */

/** So many light squares around the code are part of it. */
const QUIET = 4;

/**
 * @param {Squares} squares
 * @returns {string} a path of the dark ones, each run of a row a rectangle
 */
export function outlineOf({ size, get }) {
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!get(x, y)) continue;
      let end = x + 1;
      while (end < size && get(end, y)) end += 1;
      path += `M${x},${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return path;
}

/**
 * What was asked for at the lower edge of the screen would otherwise open below it.
 *
 * @param {Element | null} element
 */
export function bringIntoView(element) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** @extends {Component<{ text: string }, { text: string, squares: Squares | null, failed: boolean }>} */
export class QrCode extends Component {
  /** @type {{ text: string, squares: Squares | null, failed: boolean }} */
  state = { text: '', squares: null, failed: false };

  componentDidMount() {
    this.draw();
  }

  componentDidUpdate() {
    if (this.state.text !== this.props.text) this.draw();
  }

  draw() {
    const { text } = this.props;
    this.setState({ text });
    import('./vendor/lean-qr/lean-qr-2.7.4.js').then(
      ({ generate }) => this.setState({ squares: generate(text), failed: false }),
      () => this.setState({ failed: true }),
    );
  }

  render() {
    const { squares, failed } = this.state;
    if (failed) return html`<p role="alert">${t('error.unreachable')}</p>`;
    if (squares === null) return html`<p>${t('app.loading')}</p>`;
    const width = squares.size + 2 * QUIET;
    return html`
      <svg class="qr" ref=${bringIntoView} role="img" aria-label=${t('qr.label')} viewBox="${-QUIET} ${-QUIET} ${width} ${width}">
        <rect x=${-QUIET} y=${-QUIET} width=${width} height=${width} fill="#fff" />
        <path d=${outlineOf({ size: squares.size, get: (x, y) => squares.get(x, y) })} fill="#000" shape-rendering="crispEdges" />
      </svg>
    `;
  }
}
