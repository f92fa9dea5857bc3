/**
 * The one place that knows which library draws the page: Preact, with templates by htm. Both are kept whole
 * and unchanged under `vendor/`, so that the page needs neither a build nor another server.
 */
import { Component, createElement, createRef, Fragment, render } from './vendor/preact/preact-11.2.0.js';
import htm from './vendor/htm/htm-3.1.1.js';

/**
 * @typedef {import('./vendor/preact/preact-11.2.0.js').ComponentChildren} Drawn what a template or a component gives: all
 *   that can stand in a template
 */

/**
 * @typedef {import('./vendor/preact/preact-11.2.0.js').ComponentType<never>} Page a component, whatever its properties
 */

/**
 * @template {Element} E
 * @typedef {import('./vendor/preact/preact-11.2.0.js').RefObject<E | null>} Ref an element of a template, while it is
 *   there
 */

/**
 * @template {Element} [E=HTMLInputElement]
 * @typedef {Event & { readonly currentTarget: E }} EventOn what a listener on such an element is told
 */

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
  /** @returns {Drawn} */
  render() {
    throw new Error('what to draw is the business of whoever extends this');
  }

  /**
   * @param {Readonly<P>} props
   * @param {Readonly<S>} state
   */
  shouldComponentUpdate(props, state) {
    return differ(this.props, props) || differ(this.state, state);
  }
}

/**
 * @template {object} T
 * @param {T} a
 * @param {T} b
 */
function differ(a, b) {
  const keys = /** @type {Set<keyof T>} */ (new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]));
  return [...keys].some((key) => a?.[key] !== b?.[key]);
}

export { Component, createRef, Fragment, render };
