/** What comes after the first text, or with the first failure, in one file. */
export { attend } from './attend/attend.ts';
export { defineControls } from './controls/chrome.ts';
export { openSearch } from './controls/open-search.ts';
export { renderControls } from './controls/render-controls.ts';
export { wordsFor } from './text/words-for.ts';
