/** Code of the pages that loads after the first text, as one file. */
export { listenForInput } from './input/listen-for-input.ts';
export { repairLayout } from './repair/repair-layout.ts';
