/**
 * Going from page to page without loading the document anew.
 */

/** @type {(path: string) => void} */
let show = () => {};

/** @param {string} address a path of this site, with what may follow it */
export function go(address) {
  history.pushState(null, '', address);
  scrollTo(0, 0);
  show(location.pathname);
}

/**
 * Tells of every change of the path: by `go`, by back and forward, and by links within the site.
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
    // What is to be downloaded is no page, and a place on the same page the browser finds by itself.
    if (link.hasAttribute('download') || link.protocol !== location.protocol) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
