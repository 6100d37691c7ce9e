/** What comes after the first text, or with the first failure, in one file. */
export { attend } from './attend/attend.ts';
export * from './controls/chrome.ts';
