import { css } from '../rendition/css.ts';

/**
 * Styles of the reader's frame. Its size does not depend on its content, so the page layout never
 * shifts.
 */
export const shellSheet = css(`
  :host {
    all: initial;
    color-scheme: inherit;
    display: block;
    position: relative;
    /* Keeps absolutely positioned content inside, even if a host page rule makes the host static. */
    contain: layout !important;
    break-inside: avoid;
    block-size: clamp(320px, 80vh, 768px);
    overflow: clip;
    border-radius: var(--svc-radius);
  }
  /* Size of a reader whose page sets none. The color reveals the color scheme of the page; see ThemeSheet. */
  :host::before {
    content: '';
    display: grid;
    color: light-dark(#000, #fff) !important;
    transition: color 1ms !important;
    grid: 320px / minmax(min(240px, 50vw), 640px);
  }
  :host([hidden]) {
    display: none;
  }
  .frame {
    all: initial;
    position: absolute;
    inset: 0;
    background: var(--svc-background);
    color: var(--svc-color);
    font: 400 15px/1.5 var(--svc-ui-font-family);
    display: flex;
    flex-direction: column;
  }
  .shell {
    position: relative;
    flex: 1;
    min-block-size: 0;
    display: grid;
    grid-template: 48px minmax(0, 1fr) 48px / minmax(0, 1fr);
    container-type: size;
  }
  .shell.bare {
    grid-template-rows: 0 minmax(0, 1fr) 0;
  }
  .reserved {
    display: block;
    min-block-size: 28px;
  }
  .bar {
    display: grid;
    grid: auto / minmax(0, 1fr);
  }
  .over {
    display: contents;
  }
  .stage {
    position: relative;
    min-block-size: 0;
  }
  .skeleton {
    position: absolute;
    inset: 56px 32px;
    max-inline-size: 548px;
    margin-inline: auto;
    background:
      linear-gradient(var(--svc-line) 0 0) 0 0 / 46% 22px no-repeat,
      repeating-linear-gradient(var(--svc-line) 0 12px, transparent 0 27px) 0 55px no-repeat;
    animation: breathe 1.8s ease-in-out infinite alternate;
  }
  @keyframes breathe {
    to {
      opacity: 0.35;
    }
  }
  .offline {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    gap: 12px;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`);
