import type { Mark } from './mark.ts';

/** https://www.w3.org/TR/annotation-model/#text-quote-selector */
interface QuoteSelector {
  type: 'TextQuoteSelector';
  exact: string;
  prefix: string;
  suffix: string;
}

/** https://www.w3.org/TR/annotation-model/#text-position-selector; UTF-16 code units of the section. */
interface PositionSelector {
  type: 'TextPositionSelector';
  start: number;
  end: number;
}

/** A mark as a Web Annotation, after the profile of EPUB Annotations 1.0: plain JSON. */
export interface MarkAnnotation {
  '@context': string;
  id: string;
  type: 'Annotation';
  motivation: 'bookmarking' | 'highlighting';
  created: string;
  modified: string;
  /** `value`: the note. */
  body: { type: 'TextualBody'; value: string; format: string; color: string; highlight: string };
  target: {
    /** Path of the document in the EPUB. */
    source: string;
    selector: [QuoteSelector, PositionSelector];
    /** `section`, `chapter`: place in the reading order, and id of a serial’s chapter. */
    meta: { headings: { level: number; txt: string }[]; section: number; chapter: string | null };
  };
}

export const annotationContext = 'https://www.w3.org/ns/epub-anno.jsonld';

export function toAnnotation(mark: Mark): MarkAnnotation {
  const { quote, section, chapter, start, end } = mark;
  return {
    '@context': annotationContext,
    id: mark.id,
    type: 'Annotation',
    motivation: mark.kind === 'bookmark' ? 'bookmarking' : 'highlighting',
    created: mark.createdAt,
    modified: mark.updatedAt,
    body: {
      type: 'TextualBody',
      value: mark.note,
      format: 'text/plain',
      color: mark.color,
      highlight: 'solid',
    },
    target: {
      source: mark.href,
      selector: [
        { type: 'TextQuoteSelector', ...quote },
        { type: 'TextPositionSelector', start, end },
      ],
      meta: { headings: [{ level: 1, txt: mark.heading }], section, chapter },
    },
  };
}
