import { html, nothing, type TemplateResult, css, unsafeCSS } from 'lit';
import type { HighlightColor } from '../annotations/annotation.ts';
import type { Messages } from '../i18n/messages.ts';
import { icons } from './icons.ts';
import { highlightColorValues } from '../rendition/highlights/highlight-color-values.ts';

const highlightColorRules = unsafeCSS(
  Object.entries(highlightColorValues)
    .map(([name, background]) => `.swatch.${name} { background: ${background}; }`)
    .join('\n'),
);

/** Styles of a highlight color swatch: `<span class="swatch yellow">`. */
export const highlightColorStyles = css`
  .swatch {
    display: grid;
    place-items: center;
    flex: none;
    box-sizing: border-box;
    inline-size: 26px;
    block-size: 26px;
    border: 1px solid color-mix(in srgb, var(--svc-color) 22%, transparent);
    border-radius: 50%;
    color: var(--svc-color);
    forced-color-adjust: none;
  }
  .swatch svg {
    inline-size: 16px;
    block-size: 16px;
  }
  ${highlightColorRules}
`;
/** A button that selects a highlight color. Requires `highlightColorStyles` in the shadow root. */
export function renderHighlightColorButton(
  text: Messages,
  color: HighlightColor,
  isChosen: boolean,
  onClick: () => void,
): TemplateResult {
  const name = text.colors[color];
  return html`<button
    type="button"
    aria-label=${name}
    title=${name}
    aria-pressed=${String(isChosen)}
    @click=${onClick}
  >
    <span class="swatch ${color}">${isChosen ? icons.check : nothing}</span>
  </button>`;
}
