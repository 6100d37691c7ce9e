import { svg, type SVGTemplateResult } from 'lit';

export const icon = (paths: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 20 20" aria-hidden="true">${paths}</svg>`;

/**
 * Icons that several controls use. A control that loads on demand contains the icons that only it
 * uses.
 */
export const icons = {
  fullscreen: icon(svg`<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />`),
  exitFullscreen: icon(svg`<path d="M7.5 3.5v4h-4M16.5 7.5h-4v-4M12.5 16.5v-4h4M3.5 12.5h4v4" />`),
  contents: icon(svg`<path d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01" />`),
  close: icon(svg`<path d="M5 5l10 10M15 5L5 15" />`),
  previous: icon(svg`<path d="M12 4.5L6.5 10l5.5 5.5" />`),
  next: icon(svg`<path d="M8 4.5l5.5 5.5L8 15.5" />`),
  search: icon(svg`<circle cx="9" cy="9" r="5.2" /><path d="M13 13l4 4" />`),
  bookmark: icon(svg`<path d="M5.5 3.5h9v13L10 13l-4.5 3.5z" />`),
  more: icon(svg`<path class="dots" d="M4.5 10h.01M10 10h.01M15.5 10h.01" />`),
  check: icon(svg`<path d="M4.5 10.5l3.5 3.5 7.5-8" />`),
};
