/** Bundles the code that loads after the first text or with the first failure. */
export { startSession } from './start-session.ts';
export { defineControls } from '../ui/control-templates.ts';
export { openSearch } from '../ui/handle-requests.ts';
export { renderControls } from '../ui/render-controls.ts';
