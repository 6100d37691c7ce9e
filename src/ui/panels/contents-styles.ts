import { css } from 'lit';

/** Styles of the table of contents. */
export const contentsStyles = css`
  .body {
    padding: 8px 8px 16px;
    overflow-anchor: none;
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ol ol {
    padding-inline-start: 16px;
  }
  li:not(:has(ol)) {
    min-block-size: 40px;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 44px;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 0;
    justify-content: normal;
  }
  .entry {
    display: flex;
    justify-content: flex-start;
    gap: 12px;
    box-sizing: border-box;
    flex: 1;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    font: 400 16px/1.35 var(--svc-font-family);
    text-align: start;
    overflow-wrap: anywhere;
  }
  .title {
    flex: 1;
    min-inline-size: 0;
  }
  .share {
    flex: none;
    color: var(--svc-muted);
    font: 400 12px/1.4 var(--svc-ui-font-family);
  }
  .fold {
    flex: none;
    min-inline-size: 44px;
    min-block-size: 44px;
    color: var(--svc-muted);
  }
  .fold svg {
    inline-size: 16px;
    block-size: 16px;
    transition: rotate 120ms;
  }
  .fold:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .fold[aria-expanded='true'] svg {
    rotate: 90deg;
  }
  .fold[aria-expanded='true']:dir(rtl) svg {
    rotate: -90deg;
  }
  span.entry {
    color: var(--svc-muted);
    font: 600 13px/1.4 var(--svc-heading-font-family, var(--svc-ui-font-family));
    padding-block-start: 14px;
  }
  ol ol .entry {
    font-size: 15px;
    min-block-size: 40px;
    padding-block: 5px;
  }
  [aria-current='location'] {
    color: var(--svc-accent);
    font-weight: 600;
    background: color-mix(in srgb, var(--svc-accent) 9%, transparent);
  }
  [aria-current='location'] .share {
    color: inherit;
  }
  .locked {
    color: var(--svc-muted);
  }
  .locked svg {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    margin-inline-start: auto;
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
    [aria-current='location'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
