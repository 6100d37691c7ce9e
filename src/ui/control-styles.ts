import { css } from 'lit';

/** Base styles of all controls: reset, buttons and focus rings. */
export const controlStyles = css`
  :host {
    all: initial;
    color-scheme: inherit;
    display: block;
    color: var(--svc-color);
    font: 400 14px/1.4 var(--svc-ui-font-family);
    -webkit-font-smoothing: antialiased;
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  /* Prevents line breaks inside Korean words in the controls. Book text has its own lang attribute and breaks
     as usual. */
  :host(:lang(ko)) {
    word-break: keep-all;
  }
  [lang] {
    word-break: normal;
  }
  button {
    all: unset;
    box-sizing: border-box;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-inline-size: 40px;
    min-block-size: 40px;
    border-radius: var(--svc-button-radius, 10px);
    color: inherit;
    cursor: pointer;
    transition: background-color 120ms;
    -webkit-tap-highlight-color: transparent;
    touch-action: manipulation;
  }
  button:hover:not(:disabled) {
    background: color-mix(in srgb, var(--svc-color) 8%, transparent);
  }
  button:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: -2px;
  }
  button:disabled {
    cursor: default;
    opacity: 0.35;
  }
  svg {
    display: block;
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  h2 {
    margin: 0;
    font: 600 15px/1.3 var(--svc-heading-font-family, var(--svc-ui-font-family));
  }
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    button {
      border: 1px solid transparent;
    }
    button:focus-visible {
      outline-color: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`;
