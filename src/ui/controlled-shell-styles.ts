import { css } from '../rendition/css.ts';

/** Frame styles that are needed only for controls and load with them. */
export const controlledShellSheet = css(`
  .bar {
    transition: opacity 200ms;
  }
  .immersed .bar:not(:focus-within) {
    opacity: 0;
    pointer-events: none;
  }
  @container (min-width: 900px) {
    .docked .stage {
      margin-inline-end: 384px;
    }
  }
  /* A reader that fills the screen, or covers the window of its page. */
  :host(:fullscreen) {
    border-radius: 0 !important;
  }
  :host([data-svc-fullscreen]) {
    position: fixed !important;
    inset: 0 !important;
    z-index: 2147483647 !important;
    inline-size: auto !important;
    block-size: auto !important;
    min-inline-size: 0 !important;
    min-block-size: 0 !important;
    max-inline-size: none !important;
    max-block-size: none !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    border-radius: 0 !important;
    overflow: clip !important;
    transform: none !important;
  }
  .filled {
    box-sizing: border-box;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
  }
  .status {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`);
