/**
 * Going from page to page without loading the document anew.
 */

/** @type {(path: string) => void} */
let show = () => {};

/** @param {string} path */
export function go(path) {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  show(path);
}

/**
 * Tells of every change of the address: by `go`, by back and forward, and by links within the site.
 *
 * @param {(path: string) => void} listener
 */
export function onNavigation(listener) {
  show = listener;
  addEventListener('popstate', () => listener(location.pathname));
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link === null || !plain || link.origin !== location.origin || link.target !== '') return;
    event.preventDefault();
    go(link.pathname);
  });
}
