import { css } from '../rendition/css.ts';

/** Styles of the reader's frame that only controls need; they load with the controls. */
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
  .status {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`);
