/** Bundles the code that loads after the first text or with the first failure. */
export { startControls } from './start-session.ts';
export { toggleFullscreen } from '../ui/fullscreen.ts';
export { openSearch } from '../ui/handle-requests.ts';
export { renderControls } from '../ui/render-controls.ts';
