import { html, nothing, type TemplateResult } from 'lit';
import {
  highlightColors,
  type Annotation,
  type HighlightColor,
} from '../../annotations/annotation.ts';
import type { Messages } from '../../i18n/messages.ts';
import { renderHighlightColorButton } from '../highlight-color-button.ts';

const filterKinds = ['all', 'highlights', 'notes', 'bookmarks'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** Filter of the annotation list, chosen by the user. */
export interface AnnotationFilter {
  kind: FilterKind;
  /** Color filter, or null for all colors. */
  color: HighlightColor | null;
}

/** Highlight colors used in a list, in palette order. */
export function usedColors(list: readonly Annotation[]): HighlightColor[] {
  return highlightColors.filter((one) =>
    list.some(({ kind, color }) => kind === 'highlight' && color === one),
  );
}

export function isListed(
  { kind, note, color }: Annotation,
  filter: Readonly<AnnotationFilter>,
): boolean {
  const matches: Record<FilterKind, boolean> = {
    all: true,
    highlights: kind === 'highlight',
    notes: note !== '',
    bookmarks: kind === 'bookmark',
  };
  const ignoresColor = filter.color === null || filter.kind === 'bookmarks';
  return matches[filter.kind] && (ignoresColor || (kind === 'highlight' && color === filter.color));
}

/** Radio buttons for the kind and buttons for the used colors. They update `filter`. */
export function renderAnnotationFilter(
  filter: AnnotationFilter,
  messages: Messages,
  list: readonly Annotation[],
): TemplateResult {
  const { kind, color } = filter;
  const names = {
    all: messages.allAnnotations,
    highlights: messages.highlights,
    notes: messages.notes,
    bookmarks: messages.bookmarks,
  };
  const used = usedColors(list);
  return html`<div class="filter">
    <div class="segments" role="radiogroup" aria-label=${messages.annotations}>
      ${filterKinds.map(
        (one) =>
          html`<label
            ><input
              type="radio"
              name="kind"
              .checked=${one === kind}
              @change=${() => (filter.kind = one)}
            /><span>${names[one]}</span></label
          >`,
      )}
    </div>
    ${
      used.length > 1 && kind !== 'bookmarks'
        ? html`<div class="swatches">
            <button
              type="button"
              class="chip"
              aria-pressed=${String(color === null)}
              @click=${() => (filter.color = null)}
            >
              ${messages.anyColor}
            </button>
            ${used.map((one) =>
              renderHighlightColorButton(
                messages,
                one,
                one === color,
                () => (filter.color = one === color ? null : one),
              ),
            )}
          </div>`
        : nothing
    }
  </div>`;
}
