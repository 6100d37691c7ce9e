import { css } from 'lit';

/** Styles of the settings panel, in addition to `panelStyles`. */
export const settingStyles = css`
  .stepper {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-block-size: 44px;
  }
  .stepper .name {
    margin: 0;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .stepper + .stepper {
    margin-block-start: 6px;
  }
  .stepper + fieldset,
  fieldset + .stepper {
    margin-block-start: 16px;
  }
  .steps {
    flex: none;
    display: grid;
    grid-template-columns: 44px minmax(58px, auto) 44px;
    align-items: center;
    border-radius: var(--svc-button-radius, 12px);
    background: color-mix(in srgb, var(--svc-color) 7%, transparent);
  }
  .steps button {
    min-block-size: 42px;
    border-radius: var(--svc-button-radius, 12px);
    font-size: 20px;
  }
  .steps [aria-disabled='true'] {
    cursor: default;
    color: color-mix(in srgb, var(--svc-color) 35%, transparent);
    background: none;
  }
  output {
    text-align: center;
  }
  .size .name {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .size .steps {
    flex: 1;
    grid-template-columns: 1fr auto 1fr;
  }
  .size .steps button {
    min-block-size: 46px;
    font-family: var(--svc-font-family);
    font-size: 15px;
  }
  .size .steps button:last-child {
    font-size: 24px;
  }
  .size + fieldset {
    margin-block-start: 16px;
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(46px, 1fr));
    gap: 8px 6px;
  }
  .tiles label {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 4px;
    cursor: pointer;
    font-size: 12px;
    line-height: 1.25;
    text-align: center;
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  /* Six tiles fit in one row on a phone if each is as wide as its longest word. */
  .theme .tiles {
    display: flex;
    flex-wrap: wrap;
  }
  .theme .tiles label {
    flex: 1 0 46px;
    max-inline-size: 66px;
    hyphens: manual;
    overflow-wrap: break-word;
  }
  .tiles input,
  .names input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .sample {
    inline-size: 100%;
    box-sizing: border-box;
    min-block-size: 44px;
    padding: 9px 0;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-button-radius, 12px);
    font: 400 18px/24px var(--svc-font-family);
  }
  .sample i {
    font-style: normal;
  }
  .names {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(126px, 1fr));
    gap: 6px;
  }
  .names label {
    position: relative;
    display: flex;
    align-items: center;
    min-inline-size: 0;
    min-block-size: 42px;
    box-sizing: border-box;
    padding: 4px 10px;
    border: 1px solid var(--svc-line);
    border-radius: var(--svc-button-radius, 12px);
    font-size: 15px;
    line-height: 1.2;
    cursor: pointer;
  }
  .names .label {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .names .mono {
    font-size: 14px;
  }
  /* The name is wider than the others in this typeface. */
  .names .dyslexic {
    padding-inline: 8px;
    font-size: 12px;
  }
  .names label:hover {
    border-color: color-mix(in srgb, var(--svc-color) 35%, transparent);
  }
  .names label:has(:checked) {
    border-color: var(--svc-accent);
    box-shadow: 0 0 0 1px var(--svc-accent);
    color: var(--svc-accent);
  }
  .names label:has(:focus-visible) {
    outline: 2px solid var(--svc-accent);
    outline-offset: 2px;
  }
  .tiles label:hover .sample {
    border-color: color-mix(in srgb, var(--svc-color) 35%, transparent);
  }
  .tiles input:checked + .sample {
    border-color: var(--svc-accent);
    box-shadow: 0 0 0 1px var(--svc-accent);
  }
  .tiles input:checked ~ .label {
    color: var(--svc-accent);
    font-weight: 600;
  }
  .tiles input:focus-visible + .sample {
    outline: 2px solid var(--svc-accent);
    outline-offset: 3px;
  }
  .theme-sample.light .sample {
    background: #fffefb;
    color: #1d1c1a;
  }
  .theme-sample.dark .sample {
    background: #17181a;
    color: #d3d0c9;
  }
  .theme-sample.sepia .sample {
    background: #f7eedd;
    color: #43352a;
  }
  .theme-sample.contrast .sample {
    background: #ffffff;
    color: #000000;
    border-color: #000000;
    font-weight: 700;
  }
  .theme-sample.system .sample {
    background: linear-gradient(105deg, #17181a 50%, #fffefb 50%);
    color: #1d1c1a;
  }
  .theme-sample.system i {
    color: #d3d0c9;
  }
  .theme-sample.own .sample {
    background: var(--svc-background);
    color: var(--svc-color);
  }
  details {
    margin-block-start: 14px;
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: 44px;
    margin-inline: -8px;
    padding-inline: 8px;
    border-radius: var(--svc-button-radius, 10px);
    cursor: pointer;
    list-style: none;
    -webkit-tap-highlight-color: transparent;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary:hover {
    background: color-mix(in srgb, var(--svc-color) 5%, transparent);
  }
  summary:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: -2px;
  }
  summary svg {
    inline-size: 16px;
    block-size: 16px;
    color: var(--svc-muted);
    rotate: 90deg;
    transition: rotate 160ms;
  }
  [open] > summary svg {
    rotate: -90deg;
  }
  details > :nth-child(2) {
    margin-block-start: 6px;
  }
  .reset {
    margin-block: 10px -8px;
    margin-inline: -12px;
  }
  .reset[aria-disabled='true'] {
    cursor: default;
    color: var(--svc-muted);
    background: none;
  }
  /* Four choices do not fit side by side in every language. */
  .page-turn .segments {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  /* Two columns never fit at this width. */
  @container (max-width: 560px) {
    .columns {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .tiles input:checked + .sample {
      outline: 3px solid Highlight;
      outline-offset: 2px;
    }
    .tiles input:focus-visible + .sample {
      outline: 3px double CanvasText;
    }
    .theme .sample {
      forced-color-adjust: none;
    }
    .names label:has(:checked) {
      outline: 3px solid Highlight;
      outline-offset: 1px;
    }
    .names label:has(:focus-visible) {
      outline: 3px double CanvasText;
    }
    .steps {
      border: 1px solid ButtonBorder;
    }
    .steps [aria-disabled='true'] {
      color: GrayText;
    }
  }
`;
