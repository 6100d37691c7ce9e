import { svg } from 'lit';
import { icon } from './icons.ts';

/** Icons of annotations, in the pop-up menu and in the list. */
export const annotationIcons = {
  note: icon(svg`<path d="M4 4.5h12v8.5H9.5L6 16v-3H4zM7 7.5h6M7 10h4" />`),
  copy: icon(
    svg`<rect x="7" y="7" width="9.5" height="9.5" rx="1.6" /><path d="M4.5 12.5h-1v-9h9v1" />`,
  ),
  delete: icon(
    svg`<path d="M4 5.5h12M8 5.5V4h4v1.5M5.5 5.5l.7 10.5h7.6l.7-10.5M8.5 8.5v5M11.5 8.5v5" />`,
  ),
};
