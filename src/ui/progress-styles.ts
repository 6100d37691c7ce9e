import { css } from 'lit';

/** Styles of the slider and the reading position, which is below the slider on narrow screens. */
export const progressStyles = css`
  :host {
    padding-inline: 4px;
    background: var(--svc-progress-background);
  }
  .row {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / 44px minmax(0, 1fr) auto minmax(5em, max-content) 44px;
    grid-template-areas: 'back track time position next';
    align-items: center;
    block-size: 100%;
    color: var(--svc-muted);
    font-size: 13px;
    user-select: none;
    -webkit-user-select: none;
  }
  .row:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .turn {
    min-inline-size: 44px;
    min-block-size: 44px;
  }
  .back {
    grid-area: back;
  }
  .next {
    grid-area: next;
  }
  .position {
    grid-area: position;
    justify-self: end;
    min-block-size: 44px;
    padding-inline: 10px;
    white-space: nowrap;
  }
  .time-left {
    grid-area: time;
    padding-inline: 10px 0;
    overflow: hidden;
    white-space: nowrap;
  }
  .track {
    grid-area: track;
    position: relative;
    display: grid;
    isolation: isolate;
  }
  .tick,
  .end {
    position: absolute;
    z-index: -1;
    inset-inline-start: calc(11px + (100% - 24px) * var(--at));
    inline-size: 2px;
    pointer-events: none;
    background: var(--svc-muted);
  }
  .tick {
    inset-block: 50%;
    block-size: 7px;
    inline-size: 1px;
    translate: 0 -50%;
    opacity: 0.5;
  }
  .end {
    inset-block: 10px;
    border-radius: 1px;
  }
  .preview {
    position: absolute;
    inset-block-end: calc(100% + 2px);
    inset-inline-start: clamp(
      min(110px, 50%),
      12px + (100% - 24px) * var(--at),
      max(100% - 110px, 50%)
    );
    box-sizing: border-box;
    inline-size: max-content;
    max-inline-size: 220px;
    padding: 7px 12px;
    border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
    border-radius: 12px;
    background: var(--svc-surface);
    color: var(--svc-color);
    box-shadow: 0 4px 20px rgb(0 0 0 / 0.14);
    text-align: center;
    translate: -50% 0;
    pointer-events: none;
  }
  .preview:dir(rtl) {
    translate: 50% 0;
  }
  .preview b {
    display: block;
    overflow: hidden;
    font: 500 14px/1.35 var(--svc-font-family);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .preview small {
    color: var(--svc-muted);
    font-size: 12px;
  }
  @container (max-width: 560px) {
    .row {
      grid-template: 24px 24px / 44px minmax(0, 1fr) minmax(0, auto) minmax(0, auto) minmax(
          0,
          1fr
        ) 44px;
      grid-template-areas: 'back track track track track next' 'back . position time . next';
    }
    .time-left {
      padding-inline: 0 6px;
      font-size: 12px;
      line-height: 24px;
    }
    .time-left::before {
      content: '· ';
    }
    .position {
      justify-self: center;
      /* Draw above the slider's padding, which extends into this row. */
      position: relative;
      z-index: 1;
      min-block-size: 24px;
      display: block;
      max-inline-size: 100%;
      padding-inline: 6px 3px;
      overflow: hidden;
      line-height: 22px;
      text-align: center;
      text-overflow: ellipsis;
      font-size: 12px;
    }
  }
  @media (forced-colors: active) {
    .tick,
    .end {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
  input {
    appearance: none;
    box-sizing: border-box;
    inline-size: 100%;
    block-size: 32px;
    margin: 0;
    padding-inline: 12px;
    background: none;
    cursor: pointer;
    border-radius: 8px;
    forced-color-adjust: none;
    --toward: right;
    --fill: linear-gradient(
      to var(--toward),
      var(--svc-accent) var(--read),
      var(--svc-line) var(--read)
    );
  }
  input:dir(rtl) {
    --toward: left;
  }
  input:focus-visible {
    outline: 2px solid var(--svc-accent);
  }
  input::-webkit-slider-runnable-track {
    block-size: 3px;
    border-radius: 2px;
    background: var(--fill);
  }
  input::-moz-range-track {
    block-size: 3px;
    border-radius: 2px;
    background: var(--fill);
  }
  input::-webkit-slider-thumb {
    appearance: none;
    inline-size: 14px;
    block-size: 14px;
    margin-block-start: -5.5px;
    border-radius: 50%;
    background: var(--svc-accent);
    border: 2px solid var(--svc-progress-background, var(--svc-background));
  }
  input::-moz-range-thumb {
    inline-size: 10px;
    block-size: 10px;
    border-radius: 50%;
    background: var(--svc-accent);
    border: 2px solid var(--svc-progress-background, var(--svc-background));
  }
`;
