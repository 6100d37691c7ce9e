import { svg, type SVGTemplateResult } from 'lit';

const icon = (paths: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 20 20" aria-hidden="true">${paths}</svg>`;

export const icons = {
  contents: icon(svg`<path d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01" />`),
  close: icon(svg`<path d="M5 5l10 10M15 5L5 15" />`),
  previous: icon(svg`<path d="M12 4.5L6.5 10l5.5 5.5" />`),
  next: icon(svg`<path d="M8 4.5l5.5 5.5L8 15.5" />`),
  lock: icon(
    svg`<rect x="4.5" y="9" width="11" height="7.5" rx="1.6" /><path d="M7 9V6.5a3 3 0 0 1 6 0V9" />`,
  ),
  check: icon(svg`<path d="M4.5 10.5l3.5 3.5 7.5-8" />`),
};
