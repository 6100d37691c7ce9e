import {
  webAnnotationContext,
  toWebAnnotation,
  type MarkAnnotation,
  readWebAnnotation,
} from './web-annotation.ts';
import { sortedByPosition, type Annotation } from './annotation.ts';
import { foldText } from './fold-text.ts';

/** So many marks are read of one file, and so large a file is read. */
export const maxAnnotations = 10_000;
export const maxFileBytes = 30_000_000;

/** The marks of one book as a file: an `AnnotationSet` of EPUB Annotations 1.0. */
export interface AnnotationSet {
  '@context': string;
  id: string;
  type: 'AnnotationSet';
  generated: string;
  about: { 'dc:identifier': string[]; 'dc:title': string; 'dc:language': string };
  items: MarkAnnotation[];
}

export function toAnnotationSet(
  marks: readonly Annotation[],
  by: { id: string; nowIso: string; book: { id: string; title: string; language: string } },
): AnnotationSet {
  const { id, nowIso, book } = by;
  return {
    '@context': webAnnotationContext,
    id,
    type: 'AnnotationSet',
    generated: nowIso,
    about: { 'dc:identifier': [book.id], 'dc:title': book.title, 'dc:language': book.language },
    items: sortedByPosition(marks).map(toWebAnnotation),
  };
}

/**
 * The marks of a file: a set, a W3C `AnnotationCollection` or `AnnotationPage`, or a plain list. Null when
 * it is none of these.
 */
export function readAnnotationSet(json: string, nowIso: string): Annotation[] | null {
  const items = annotationItems(parseJson(json));
  if (!items) return null;
  const marks = items
    .slice(0, maxAnnotations)
    .flatMap((one) => readWebAnnotation(one, nowIso) ?? []);
  return marks.length > 0 || items.length === 0 ? marks : null;
}

function annotationItems(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || depth > 1) return null;
  if ('items' in value) return annotationItems(value.items, 2);
  return 'first' in value ? annotationItems(value.first, depth + 1) : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * What of the incoming marks is new or newer. The same mark is known by its id, or by what it says of
 * which words.
 */
export function newerAnnotations(
  known: readonly Annotation[],
  incoming: readonly Annotation[],
): Annotation[] {
  const byId = new Map(known.map((mark) => [mark.id, mark]));
  const byContent = new Set(known.map(contentKey));
  const taken = new Map<string, Annotation>();
  for (const mark of incoming) {
    const same = taken.get(mark.id) ?? byId.get(mark.id);
    if (same ? same.updatedAt >= mark.updatedAt : byContent.has(contentKey(mark))) continue;
    taken.set(mark.id, mark);
    byContent.add(contentKey(mark));
  }
  return [...taken.values()];
}

function contentKey({ kind, href, start, quote, note }: Annotation): string {
  const words = foldText(quote.exact).text;
  return JSON.stringify([kind, href, words, foldText(quote.prefix).text, words ? '' : start, note]);
}
