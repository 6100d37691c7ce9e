import { css } from 'lit';

/**
 * Styles shared by all panels. `renderPanelFrame` renders the frame. In a wide reader, `.side` is
 * at the side and `.pop` below the toolbar. On a phone, `.side` covers the whole reader and `.pop`
 * slides up from the bottom.
 *
 * Content classes: `.group` and its `.name`; `.row`, a name and a control; `.item`, a list item;
 * `.segments`, a group of radio buttons; `.action`, the primary button; `.quiet`, a secondary
 * button; `.field`, a text field; `.hint`, small text; `.chip`, a small round button; `.edge`, a
 * part with a separator line.
 */
export const panelStyles = css`
  :host {
    position: absolute;
    inset: 0;
    z-index: 3;
  }
  .scrim {
    position: absolute;
    inset: 0;
  }
  .scrim.dim {
    background: rgb(0 0 0 / 0.26);
    animation: panel-appear 160ms ease-out;
  }
  .panel {
    box-sizing: border-box;
    position: absolute;
    display: flex;
    flex-direction: column;
    border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
    border-radius: var(--svc-panel-radius, 16px);
    background: var(--svc-surface);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 0.05),
      0 12px 44px rgb(0 0 0 / 0.15);
    overflow: hidden;
    outline: none;
  }
  .panel.side {
    inset-block: 8px;
    inset-inline-start: 8px;
    inline-size: min(100% - 16px, 376px);
    animation: panel-enter-side 200ms cubic-bezier(0.2, 0.8, 0.2, 1);
  }
  .panel.pop {
    inset-block-start: 50px;
    inset-inline-end: 8px;
    inline-size: min(100% - 16px, 336px);
    max-block-size: calc(100% - 58px);
    animation: panel-enter-pop 160ms ease-out;
  }
  .head {
    flex: none;
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 44px;
    padding: 8px 8px 4px 20px;
    padding-inline: 20px 8px;
  }
  .head h2 {
    flex: 1;
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .head button {
    flex: none;
    color: var(--svc-muted);
  }
  .head .handle {
    display: none;
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: calc(50% - 44px);
    inline-size: 88px;
    min-block-size: 24px;
    padding: 0;
    background: none;
    touch-action: none;
    cursor: grab;
  }
  .handle::before {
    content: '';
    display: block;
    inline-size: 36px;
    block-size: 4px;
    margin: auto;
    border-radius: 2px;
    background: color-mix(in srgb, var(--svc-muted) 70%, transparent);
  }
  .body {
    flex: 1;
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 4px 20px max(20px, env(safe-area-inset-bottom));
    scrollbar-width: thin;
    scrollbar-color: color-mix(in srgb, var(--svc-muted) 40%, transparent) transparent;
  }
  @container (max-width: 560px) {
    .panel.side {
      inset: 0;
      inline-size: 100%;
      border-width: 0;
      border-radius: 0;
    }
    .panel.pop {
      inset-block: auto 0;
      inset-inline: 0;
      inline-size: 100%;
      max-block-size: min(100% - 24px, max(62%, 320px));
      border-width: 1px 0 0;
      border-radius: var(--svc-panel-radius, 18px) var(--svc-panel-radius, 18px) 0 0;
      animation-name: panel-enter-below;
    }
    .panel.pop.sheet {
      /* The text above stays visible while settings change. */
      max-block-size: max(50%, 300px);
      transition: max-block-size 200ms cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    .panel.pop.sheet[data-height='full'] {
      max-block-size: calc(100% - 24px);
    }
    .panel.sheet[data-dragged] {
      transition: none;
    }
    .sheet .head {
      padding-block-start: 18px;
      touch-action: none;
      cursor: grab;
    }
    .sheet .head .handle {
      display: block;
    }
    .sheet .body {
      scroll-padding-block: 16px;
    }
  }
  @container (max-height: 380px) {
    .panel.pop {
      inset-block: 4px;
    }
    .panel.pop,
    .panel.pop.sheet,
    .panel.pop.sheet[data-height] {
      max-block-size: none;
    }
    .sheet .head .handle {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .panel.sheet {
      transition: none;
    }
  }

  .group,
  fieldset {
    all: unset;
    display: block;
  }
  .group + .group,
  .group + fieldset,
  fieldset + fieldset,
  fieldset + .group {
    margin-block-start: 18px;
  }
  .name,
  legend {
    all: unset;
    display: block;
    margin-block-end: 8px;
    color: var(--svc-muted);
    font-size: 13px;
  }
  .row {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 44px;
  }
  .item {
    display: flex;
    align-items: center;
    justify-content: flex-start;
    gap: 12px;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    border-radius: var(--svc-button-radius, 10px);
    color: inherit;
    text-align: start;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  .item[aria-current],
  .item[aria-selected='true'] {
    color: var(--svc-accent);
    font-weight: 600;
    background: color-mix(in srgb, var(--svc-accent) 9%, transparent);
  }
  .hint {
    margin: 0;
    color: var(--svc-muted);
    font-size: 13px;
    text-wrap: pretty;
  }
  .edge {
    border-block-start: 1px solid var(--svc-line);
  }
  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    border-radius: calc(var(--svc-button-radius, 10px) + 2px);
    background: color-mix(in srgb, var(--svc-color) 7%, transparent);
  }
  .segments label {
    flex: 1 1 0;
    min-inline-size: min-content;
    position: relative;
    display: grid;
    cursor: pointer;
  }
  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    display: grid;
    place-items: center;
    box-sizing: border-box;
    min-block-size: 38px;
    padding: 4px 6px;
    border: 1.5px solid transparent;
    border-radius: var(--svc-button-radius, 10px);
    line-height: 1.2;
    text-align: center;
  }
  .segments label:hover span {
    background: color-mix(in srgb, var(--svc-color) 5%, transparent);
  }
  .segments input:checked + span {
    border-color: var(--svc-accent);
    background: var(--svc-surface);
    font-weight: 500;
  }
  .segments input:focus-visible + span {
    outline: 2px solid var(--svc-accent);
    outline-offset: 2px;
  }
  button.action {
    padding: 9px 20px;
    border-radius: var(--svc-button-radius, 999px);
    background: var(--svc-accent);
    color: var(--svc-background);
    font-weight: 500;
  }
  button.action:hover:not(:disabled) {
    background: color-mix(in srgb, var(--svc-accent) 88%, var(--svc-color));
  }
  button.action:focus-visible {
    outline-offset: 3px;
  }
  button.quiet {
    padding: 6px 12px;
    color: var(--svc-accent);
  }
  button.chip {
    min-block-size: 32px;
    padding: 4px 12px;
    border-radius: var(--svc-button-radius, 999px);
    background: color-mix(in srgb, var(--svc-color) 7%, transparent);
    font-size: 13px;
  }
  .field {
    all: unset;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 14px;
    border: 1px solid color-mix(in srgb, var(--svc-muted) 75%, transparent);
    border-radius: var(--svc-button-radius, 12px);
    background: var(--svc-background);
    color: inherit;
    font-size: 16px;
    cursor: text;
    overflow-wrap: anywhere;
  }
  .field::placeholder {
    color: var(--svc-muted);
    opacity: 1;
  }
  .field:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: -1px;
  }

  @media (forced-colors: active) {
    .segments input:checked + span,
    .item[aria-current],
    .item[aria-selected='true'] {
      forced-color-adjust: none;
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
    }
    button.action,
    button.chip,
    .segments {
      border: 1px solid ButtonBorder;
    }
    .segments input:focus-visible + span {
      outline-color: CanvasText;
    }
  }
  @keyframes panel-appear {
    from {
      opacity: 0;
    }
  }
  @keyframes panel-enter-side {
    from {
      inset-inline-start: -12px;
      opacity: 0;
    }
  }
  @keyframes panel-enter-pop {
    from {
      translate: 0 -6px;
      opacity: 0;
    }
  }
  @keyframes panel-enter-below {
    from {
      translate: 0 32px;
      opacity: 0;
    }
  }
`;
