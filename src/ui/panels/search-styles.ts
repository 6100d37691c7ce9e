import { css, unsafeCSS } from 'lit';
import { highlightColorValues } from '../../rendition/highlights/highlight-color-values.ts';

/**
 * Styles of the search panel, which is docked at the end side while the page next to it stays
 * usable.
 */
export const searchStyles = css`
  :host {
    pointer-events: none;
  }
  .panel.side {
    inset-inline: auto 8px;
    pointer-events: auto;
    animation-name: panel-appear;
  }
  @container (min-width: 900px) {
    .panel.side {
      inset-block: 52px;
    }
  }
  @container (max-width: 560px) {
    .panel.side {
      inset-inline: 0;
    }
  }
  .search {
    position: relative;
    flex: none;
    margin: 0 16px;
  }
  .search > svg {
    position: absolute;
    inset-block-start: 13px;
    inset-inline-start: 13px;
    inline-size: 18px;
    block-size: 18px;
    color: var(--svc-muted);
  }
  .field {
    padding-inline: 40px 44px;
  }
  .clear {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    min-inline-size: 44px;
    min-block-size: 44px;
    color: var(--svc-muted);
  }
  .clear svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .field:placeholder-shown + .clear {
    display: none;
  }
  .hint {
    flex: none;
    min-block-size: 20px;
    margin: 8px 20px 4px;
  }
  .body {
    position: relative;
    padding-inline: 8px;
  }
  .stale {
    opacity: 0.5;
  }
  h3 {
    position: sticky;
    inset-block-start: -4px;
    z-index: 1;
    margin: 0;
    padding: 10px 12px 4px;
    overflow: hidden;
    background: var(--svc-surface);
    color: var(--svc-muted);
    font: 600 13px/1.4 var(--svc-heading-font-family, var(--svc-ui-font-family));
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .item[aria-current] {
    color: inherit;
    font-weight: inherit;
  }
  .snippet {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    font: 400 15px/1.45 var(--svc-font-family);
  }
  mark {
    border-radius: 3px;
    background: ${unsafeCSS(highlightColorValues.yellow)};
    color: inherit;
    font-weight: 600;
  }
  .failed {
    display: grid;
    justify-items: start;
    gap: 12px;
    padding: 4px 12px;
  }
  .failed p {
    margin: 0;
    text-wrap: pretty;
  }
  @media (forced-colors: active) {
    .item[aria-current],
    .item[aria-current] mark {
      color: HighlightText;
    }
    .item[aria-current] mark {
      background: none;
      text-decoration: underline;
    }
  }
`;
