/** Light or dark: as the device has it, unless a person has chosen. The style sheets look at `data-theme`. */
import { onSettings, settings } from './settings.js';

/** What the browser's own surroundings of the page are coloured with: the paper of the style sheets. */
const PAPER = { light: '#f6f0e3', dark: '#15191a' };

/** Keeps the document in the right theme from now on. */
export function keepTheme() {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = settings().theme;
    const theme = chosen === 'device' ? (device.matches ? 'dark' : 'light') : chosen;
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
  };
  apply();
  device.addEventListener('change', apply);
  onSettings(apply);
}
