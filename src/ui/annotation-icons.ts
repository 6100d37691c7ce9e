import { svg } from 'lit';
import { icon } from './icons.ts';

/** Icons of annotations, in the pop-up menu and in the list. */
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
