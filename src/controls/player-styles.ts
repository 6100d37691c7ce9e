import { css } from 'lit';

export const playerStyles = css`
  :host {
    align-self: end;
    background: var(--svc-background);
  }
  div {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 2px;
    min-block-size: 48px;
    padding-inline: 4px;
  }
  button {
    flex: none;
    min-inline-size: 44px;
    min-block-size: 44px;
  }
  .middle {
    display: flex;
    margin-inline: auto;
  }
  .main {
    border-radius: 50%;
    background: color-mix(in srgb, var(--svc-color) 8%, transparent);
  }
  .main svg {
    fill: currentColor;
  }
  .away,
  [aria-pressed='true'] {
    color: var(--svc-accent);
  }
  select {
    all: unset;
    box-sizing: border-box;
    min-inline-size: 0;
    min-block-size: 44px;
    padding-inline: 10px;
    border-radius: 10px;
    line-height: 44px;
    cursor: pointer;
    text-align: center;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .rate {
    flex: none;
    inline-size: 64px;
  }
  .voice {
    flex: 0 1 180px;
    color: var(--svc-muted);
  }
  select:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: -2px;
  }
  option {
    background: var(--svc-surface);
    color: var(--svc-color);
  }
  p {
    flex: 1;
    margin: 0;
    padding-inline: 12px;
    font-size: 13px;
    text-wrap: pretty;
  }
  .again {
    padding-inline: 12px;
    color: var(--svc-accent);
  }
  @container (min-width: 720px) {
    .middle {
      position: absolute;
      inset-inline-start: 50%;
      margin-inline: -66px 0;
    }
    .voice {
      margin-inline-end: auto;
    }
    .rate:not(:has(+ .voice)) {
      margin-inline-end: auto;
    }
  }
  @container (max-width: 420px) {
    .voice {
      display: none;
    }
  }
`;
