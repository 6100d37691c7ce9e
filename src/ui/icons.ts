import { svg, type SVGTemplateResult } from 'lit';

export const icon = (paths: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg viewBox="0 0 20 20" aria-hidden="true">${paths}</svg>`;

export const icons = {
  listen: icon(
    svg`<path d="M3.5 12.5V11a6.5 6.5 0 0 1 13 0v1.5M3.5 12.5h2.3v4H5a1.5 1.5 0 0 1-1.5-1.5zM16.5 12.5h-2.3v4h.8a1.5 1.5 0 0 0 1.5-1.5z" />`,
  ),
  play: icon(svg`<path d="M7 4.8v10.4l8-5.2z" />`),
  pause: icon(svg`<path d="M7.2 5v10M12.8 5v10" />`),
  stepBack: icon(svg`<path d="M15 5v10l-7-5zM5.5 5v10" />`),
  stepForward: icon(svg`<path d="M5 5v10l7-5zM14.5 5v10" />`),
  /** Returns to the text being read aloud. */
  spoken: icon(svg`<path d="M3 5h14M3 15h14M6 10h11M3 10h.01" />`),
  fullscreen: icon(svg`<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" />`),
  exitFullscreen: icon(svg`<path d="M7.5 3.5v4h-4M16.5 7.5h-4v-4M12.5 16.5v-4h4M3.5 12.5h4v4" />`),
  escape: icon(svg`<path d="M4 4.5h12v11H4zM7 10h6M10.5 7.5L13 10l-2.5 2.5" />`),
  asides: icon(svg`<path d="M3 5h14M3 9h8M3 13h6M13 12.5l4 4M17 12.5l-4 4" />`),
  contents: icon(svg`<path d="M7 5h10M7 10h10M7 15h10M3 5h.01M3 10h.01M3 15h.01" />`),
  close: icon(svg`<path d="M5 5l10 10M15 5L5 15" />`),
  previous: icon(svg`<path d="M12 4.5L6.5 10l5.5 5.5" />`),
  next: icon(svg`<path d="M8 4.5l5.5 5.5L8 15.5" />`),
  lock: icon(
    svg`<rect x="4.5" y="9" width="11" height="7.5" rx="1.6" /><path d="M7 9V6.5a3 3 0 0 1 6 0V9" />`,
  ),
  search: icon(svg`<circle cx="9" cy="9" r="5.2" /><path d="M13 13l4 4" />`),
  bookmark: icon(svg`<path d="M5.5 3.5h9v13L10 13l-4.5 3.5z" />`),
  more: icon(svg`<path class="dots" d="M4.5 10h.01M10 10h.01M15.5 10h.01" />`),
  about: icon(
    svg`<path d="M10 5.5C8.4 4.2 6 3.9 3 4v11.5c3-.1 5.4.2 7 1.5 1.6-1.3 4-1.6 7-1.5V4c-3-.1-5.4.2-7 1.5zM10 5.5V17" />`,
  ),
  offline: icon(svg`<path d="M10 3.5v9M6.2 9l3.8 3.8L13.8 9M4 16.5h12" />`),
  help: icon(
    svg`<circle cx="10" cy="10" r="7.2" /><path d="M7.9 8a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.5M10 14h.01" />`,
  ),
  link: icon(
    svg`<path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l.9-.9" />`,
  ),
  print: icon(svg`<path d="M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6z" />`),
  undo: icon(svg`<path d="M7.5 5L3.5 9l4 4M3.5 9H12a4.5 4.5 0 0 1 0 9h-2" />`),
  open: icon(svg`<path d="M7 4.5l5.5 5.5L7 15.5" />`),
  plus: icon(svg`<path d="M10 4.5v11M4.5 10h11" />`),
  minus: icon(svg`<path d="M4.5 10h11" />`),
  check: icon(svg`<path d="M4.5 10.5l3.5 3.5 7.5-8" />`),
};

export const annotationIcons = {
  note: icon(svg`<path d="M4 4.5h12v8.5H9.5L6 16v-3H4zM7 7.5h6M7 10h4" />`),
  copy: icon(
    svg`<rect x="7" y="7" width="9.5" height="9.5" rx="1.6" /><path d="M4.5 12.5h-1v-9h9v1" />`,
  ),
  share: icon(svg`<path d="M10 12.5v-9M6.5 6.5L10 3l3.5 3.5M6 9.5H4.5v7h11v-7H14" />`),
  picture: icon(
    svg`<rect x="3.5" y="4" width="13" height="12" rx="1.6" /><path d="M7 10.5c0-1.8.6-2.6 1.8-3v2h-1v1zM11.5 10.5c0-1.8.6-2.6 1.8-3v2h-1v1zM7 13.2h6" />`,
  ),
  delete: icon(
    svg`<path d="M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.7 10.5h7.6l.7-10.5M8.5 8.5v5M11.5 8.5v5" />`,
  ),
};
