import { css } from 'lit';

/** The reader's frame. Its size does not depend on what is in it, so nothing shifts on the page. */
export const shellStyles = css`
  :host {
    all: initial;
    display: block;
    position: relative;
    block-size: min(80vh, 768px);
    min-block-size: 320px;
    overflow: clip;
    border-radius: var(--svc-radius);
    background: var(--svc-background);
    color: var(--svc-color);
    font: 400 15px/1.5 var(--svc-ui-font-family);
  }
  :host([hidden]) {
    display: none;
  }
  .shell {
    position: absolute;
    inset: 0;
    display: grid;
    grid-template: 48px minmax(0, 1fr) 48px / minmax(0, 1fr);
    container-type: inline-size;
  }
  .shell.bare {
    grid-template-rows: 0 minmax(0, 1fr) 0;
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
  .stage {
    position: relative;
    min-block-size: 0;
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
  .notice {
    position: absolute;
    inset: 0;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 8px;
    padding: 32px;
    text-align: center;
    overflow: auto;
  }
  .notice h2 {
    margin: 0;
    font: 500 22px/1.3 var(--svc-font-family);
    text-wrap: balance;
  }
  .notice p {
    margin: 0;
    max-inline-size: 420px;
    color: var(--svc-muted);
    text-wrap: pretty;
  }
  .notice .detail {
    margin-block-start: 16px;
    font-size: 13px;
    user-select: all;
    overflow-wrap: anywhere;
  }
  button {
    all: unset;
    box-sizing: border-box;
    padding: 9px 20px;
    border-radius: 999px;
    background: var(--svc-accent);
    color: var(--svc-background);
    font-weight: 500;
    text-align: center;
    cursor: pointer;
  }
  .notice button {
    margin-block-start: 16px;
  }
  button:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: 3px;
  }
  .toast {
    position: absolute;
    inset-inline: 16px;
    inset-block-end: 12px;
    z-index: 2;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
    max-inline-size: 520px;
    margin-inline: auto;
    padding: 10px 10px 10px 20px;
    border: 1px solid var(--svc-line);
    border-radius: 16px;
    background: var(--svc-surface);
    box-shadow: 0 8px 28px rgb(0 0 0 / 0.14);
    font-size: 14px;
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
`;
