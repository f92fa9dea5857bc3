/**
 * The one place that knows which library draws the page: Preact, with templates by htm. Both are kept whole
 * and unchanged under `vendor/`, so that the page needs neither a build nor another server.
 */
import { Component, createElement, createRef, Fragment, render } from './vendor/preact/preact-11.2.0.js';
import htm from './vendor/htm/htm-3.1.1.js';

/** Turns a tagged template into what `render` draws. */
export const html = htm.bind(createElement);

/**
 * A component that is drawn anew only when a property or its state is another one than before.
 *
 * @template [P={}]
 * @template [S={}]
 * @extends {Component<P, S>}
 */
export class PureComponent extends Component {
  /** @returns {any} */
  render() {
    throw new Error('what to draw is the business of whoever extends this');
  }

  /**
   * @param {any} props
   * @param {any} state
   */
  shouldComponentUpdate(props, state) {
    return differ(this.props, props) || differ(this.state, state);
  }
}

/**
 * @param {Record<string, unknown>} a
 * @param {Record<string, unknown>} b
 */
function differ(a, b) {
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].some((key) => a?.[key] !== b?.[key]);
}

export { Component, createRef, Fragment, render };
