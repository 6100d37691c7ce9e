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
  /* A reader that fills the screen. */
  :host(:fullscreen) {
    border-radius: 0 !important;
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
