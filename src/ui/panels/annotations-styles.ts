import { css } from 'lit';

/** Styles of the annotation list. */
export const annotationsStyles = css`
  .body {
    display: flex;
    flex-direction: column;
    padding: 0;
    overflow-anchor: none;
  }
  .filter {
    display: grid;
    gap: 8px;
    padding: 12px 16px 4px;
  }
  .swatches {
    display: flex;
    flex-wrap: wrap;
    gap: 0;
  }
  .swatches .chip {
    align-self: center;
    min-block-size: 36px;
    margin-inline-end: 6px;
  }
  .swatches .chip[aria-pressed='true'] {
    box-shadow: inset 0 0 0 1.5px var(--svc-accent);
  }
  .swatches button:not(.chip) {
    min-inline-size: 40px;
    min-block-size: 44px;
    border-radius: 50%;
  }
  .message {
    padding: 8px 20px;
  }
  .list {
    flex: 1;
    padding: 0 8px 16px;
  }
  h3 {
    margin: 0;
    padding: 16px 12px 4px;
    color: var(--svc-muted);
    font: 600 13px/1.4 var(--svc-heading-font-family, var(--svc-ui-font-family));
    overflow-wrap: anywhere;
  }
  .list > .quiet {
    inline-size: 100%;
    margin-block-start: 8px;
  }
  .list > .hint {
    padding: 0 12px 4px;
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 96px;
  }
  .mark {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: start;
    border-radius: var(--svc-button-radius, 10px);
  }
  .mark:hover {
    background: color-mix(in srgb, var(--svc-color) 4%, transparent);
  }
  .go {
    grid-column: 1 / 3;
    display: grid;
    grid-template-columns: subgrid;
    column-gap: 10px;
    padding: 10px 0 4px 12px;
    padding-inline: 12px 0;
    text-align: start;
    cursor: pointer;
  }
  button.go:hover:not(:disabled) {
    background: none;
  }
  span.go {
    cursor: default;
  }
  .tag {
    align-self: stretch;
    inline-size: 4px;
    block-size: auto;
    min-block-size: 20px;
    border: 0;
    border-radius: 2px;
    filter: saturate(1.5) brightness(0.94);
  }
  .bookmark {
    inline-size: 20px;
    margin-block-start: 1px;
    margin-inline: -8px;
    color: var(--svc-accent);
  }
  .bookmark svg {
    inline-size: 16px;
    fill: currentColor;
  }
  .quote {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow: hidden;
    font: 400 15px/1.45 var(--svc-font-family);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .note {
    display: block;
    margin-block-start: 6px;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .date {
    display: block;
    margin-block-start: 4px;
    color: var(--svc-muted);
    font-size: 12px;
  }
  .tools {
    display: flex;
    flex-direction: column;
    color: var(--svc-muted);
  }
  .tools button {
    min-inline-size: 44px;
    min-block-size: 44px;
  }
  .tools svg {
    inline-size: 18px;
    block-size: 18px;
  }
  form {
    display: grid;
    gap: 8px;
    padding: 8px 12px 12px;
  }
  textarea.field {
    min-block-size: 84px;
    white-space: pre-wrap;
  }
  .end {
    display: flex;
    justify-content: end;
    gap: 4px;
  }
  .empty {
    padding: 24px 20px;
    color: var(--svc-muted);
    text-align: center;
    text-wrap: balance;
  }
  .foot {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    padding: 4px 8px;
    background: var(--svc-surface);
  }
  .foot button {
    min-block-size: 44px;
    font-size: 13px;
  }
  .undo {
    flex: 1;
    align-items: center;
    justify-content: space-between;
    min-block-size: 44px;
    padding-inline-start: 12px;
  }
  .undo button {
    color: var(--svc-accent);
    padding-inline: 16px;
  }
`;
