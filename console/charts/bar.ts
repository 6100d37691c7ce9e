import { svg, type TemplateResult, html } from 'lit';

/**
 * A horizontal bar beside a number. Screen readers read only the number. The pages' policy forbids
 * style attributes, so the width is an SVG attribute.
 *
 * @param share - 0–1.
 */
export function bar(share: number): TemplateResult {
  const percent = `${Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10}%`;
  return html`<svg class="bar" aria-hidden="true">
    ${svg`<rect width=${percent} height="100%" rx="2" />`}
  </svg>`;
}
