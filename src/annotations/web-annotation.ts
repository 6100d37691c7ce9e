import {
  type Annotation,
  quoteContextLength,
  maxQuoteLength,
  highlightColors,
} from './annotation.ts';

export const maxNoteLength = 20_000;

const maxNameLength = 1000;

const maxOffset = 2 ** 31;
/** https://www.w3.org/TR/annotation-model/#text-quote-selector */
interface TextQuoteSelector {
  type: 'TextQuoteSelector';
  exact: string;
  prefix: string;
  suffix: string;
}

/**
 * https://www.w3.org/TR/annotation-model/#text-position-selector, in UTF-16 code units of the
 * section.
 */
interface TextPositionSelector {
  type: 'TextPositionSelector';
  start: number;
  end: number;
}

/** Share of the section before the annotation, 0–1. */
interface ProgressionSelector {
  type: 'ProgressionSelector';
  value: number;
}

/** An annotation as a Web Annotation in the EPUB Annotations 1.0 profile, in plain JSON. */
export interface MarkAnnotation {
  '@context': string;
  id: string;
  type: 'Annotation';
  motivation: 'bookmarking' | 'highlighting';
  created: string;
  modified: string;
  /** The note, which is in `value`. */
  body: { type: 'TextualBody'; value: string; format: string; color: string; highlight: string };
  target: {
    /** Path of the section's document in the container. */
    source: string;
    selector: [TextQuoteSelector, TextPositionSelector, ...ProgressionSelector[]];
    /**
     * `section` is the index in the reading order, and `chapter` is the id of the chapter in a
     * serial.
     */
    meta: { headings: { level: number; txt: string }[]; section: number; chapter: string | null };
  };
}

export const webAnnotationContext = 'https://www.w3.org/ns/epub-anno.jsonld';

export function toWebAnnotation(annotation: Annotation): MarkAnnotation {
  const { quote, section, chapter, start, end, share } = annotation;
  return {
    '@context': webAnnotationContext,
    id: annotation.id,
    type: 'Annotation',
    motivation: annotation.kind === 'bookmark' ? 'bookmarking' : 'highlighting',
    created: annotation.createdAt,
    modified: annotation.updatedAt,
    body: {
      type: 'TextualBody',
      value: annotation.note,
      format: 'text/plain',
      color: annotation.color,
      highlight: 'solid',
    },
    target: {
      source: annotation.href,
      selector: [
        { type: 'TextQuoteSelector', ...quote },
        { type: 'TextPositionSelector', start, end },
        ...(share === undefined ? [] : [{ type: 'ProgressionSelector' as const, value: share }]),
      ],
      meta: { headings: [{ level: 1, txt: annotation.heading }], section, chapter },
    },
  };
}

/**
 * Reads an annotation from an untrusted Web Annotation. Returns null if it has no valid position in
 * a book. Fields that are too long are truncated, and unknown fields are ignored.
 *
 * @param nowIso - Creation time used if the annotation has none.
 */
export function readWebAnnotation(value: unknown, nowIso: string): Annotation | null {
  const one = fieldsOf(value);
  const id = cleanText(one.id, 200);
  const target = fieldsOf(one.target);
  const meta = fieldsOf(target.meta);
  const href = cleanText(target.source, maxNameLength);
  const selectors = listOf(target.selector).map(fieldsOf);
  const quote = selectors.find(({ type }) => type === 'TextQuoteSelector') ?? {};
  const position = selectors.find(({ type }) => type === 'TextPositionSelector') ?? {};
  const share = selectors.find(({ type }) => type === 'ProgressionSelector')?.value;
  const start = readOffset(position.start);
  const end = readOffset(position.end);
  const exact = cleanText(quote.exact, maxQuoteLength);
  const isPlaced = exact !== '' || (start !== null && end !== null);
  if (!/^[\x21-\x7e]+$/.test(id) || href === '' || !isPlaced || one.type !== 'Annotation')
    return null;
  const bodies = listOf(one.body).map(fieldsOf);
  const body = bodies.find(({ type }) => type === 'TextualBody') ?? bodies[0] ?? {};
  const createdAt = readInstant(one.created) ?? nowIso;
  return {
    id,
    kind: one.motivation === 'bookmarking' ? 'bookmark' : 'highlight',
    color: highlightColors.find((color) => color === body.color) ?? 'yellow',
    note: cleanText(body.value, maxNoteLength),
    href,
    chapter: cleanText(meta.chapter, 100) || null,
    heading: cleanText(fieldsOf(listOf(meta.headings)[0]).txt, maxNameLength),
    section: readOffset(meta.section) ?? 0,
    start: start ?? 0,
    end: Math.max(start ?? 0, end ?? 0),
    ...(typeof share === 'number' && share >= 0 && share <= 1 && { share }),
    quote: {
      exact,
      prefix: cleanText(quote.prefix, maxNameLength).slice(-quoteContextLength),
      suffix: cleanText(quote.suffix, quoteContextLength),
    },
    createdAt,
    updatedAt: readInstant(one.modified) ?? createdAt,
  };
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, 20);
  return value === undefined ? [] : [value];
}

/**
 * Removes control characters and characters that change the text direction, and limits the length.
 */
function cleanText(value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, maxLength)
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) => ('\n\t'.includes(one) ? one : ''))
    .toWellFormed();
}

function readOffset(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < maxOffset
    ? value
    : null;
}

function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
