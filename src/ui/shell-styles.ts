import { css } from '../rendition/css.ts';

/** Styles of the reader's frame. Its size does not depend on its content, so the page layout never shifts. */
export const shellSheet = css(`
  :host {
    all: initial;
    display: block;
    position: relative;
    /* Keeps absolutely positioned content inside, even if a host page rule makes the host static. */
    contain: layout !important;
    break-inside: avoid;
    block-size: min(80vh, 768px);
    min-inline-size: min(240px, 50%);
    min-block-size: 320px;
    overflow: clip;
    border-radius: var(--svc-radius);
  }
  /* Gives shrink-to-fit containers a width. Other containers are not affected. */
  :host::before {
    content: '';
    display: grid;
    grid: none / minmax(min(240px, 50vw), 640px);
  }
  :host([hidden]) {
    display: none;
  }
  .frame {
    all: initial;
    color-scheme: inherit;
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
    transition: opacity 200ms;
  }
  .bar > * {
    min-inline-size: 0;
  }
  .immersed .bar:not(:focus-within) {
    opacity: 0;
    pointer-events: none;
  }
  .over {
    display: contents;
  }
  .stage {
    position: relative;
    min-block-size: 0;
  }
  @container (min-width: 900px) {
    .docked .stage {
      margin-inline-end: 384px;
    }
  }
  .skeleton {
    position: absolute;
    inset: 0;
    display: grid;
    align-content: start;
    justify-items: start;
    gap: 15px;
    max-inline-size: 612px;
    margin-inline: auto;
    padding: 56px 32px;
    overflow: hidden;
  }
  .skeleton i {
    display: block;
    inline-size: 100%;
    block-size: 12px;
    border-radius: 6px;
    background: var(--svc-line);
    opacity: 0.8;
    animation: breathe 1.8s ease-in-out infinite alternate;
  }
  .skeleton i:first-child {
    inline-size: 46%;
    block-size: 22px;
    margin-block-end: 18px;
    border-radius: 8px;
  }
  .skeleton i:nth-child(5n) {
    inline-size: 72%;
    margin-block-end: 14px;
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
    justify-items: center;
    gap: 12px;
  }
  .status {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`);
