/**
 * The one place that knows which library draws the page: Preact, with templates by htm. Both are kept whole
 * and unchanged under `vendor/`, so that the page needs neither a build nor another server.
 */
import { Component, createElement, createRef, Fragment, render } from './vendor/preact/preact-11.2.0.js';
import htm from './vendor/htm/htm-3.1.1.js';

/** Turns a tagged template into what `render` draws. */
export const html = htm.bind(createElement);

export { Component, createRef, Fragment, render };
