import { css } from './sheet.ts';

export const pageSheet = css(`
  :host { all: initial; color-scheme: inherit; display: block; position: relative; block-size: 100%; }
  .stage {
    position: absolute;
    inset: 0;
    overflow: clip;
    /* A section's rules may take its host out of here and over everything. */
    contain: layout paint;
    outline: none;
    cursor: default;
    touch-action: pan-y pinch-zoom;
    -webkit-tap-highlight-color: transparent;
  }
  .stage[data-columns='2']::before {
    content: '';
    position: absolute;
    inset-block: 4%;
    inset-inline-start: calc(50% - 0.5px);
    inline-size: 1px;
    background: linear-gradient(transparent, var(--svc-line) 15% 85%, transparent);
  }
  :host([busy]) .stage { opacity: 0.5; transition: opacity 300ms 200ms; }
  .leaf { position: absolute; inset-block-start: 0; }
  .ring { position: absolute; inset: 3px; border-radius: 6px; pointer-events: none; }
  .stage:focus-visible + .ring { box-shadow: 0 0 0 2px var(--svc-accent); }
  .help { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`);
