import { annotationContext, toAnnotation, type MarkAnnotation } from './annotation.ts';
import { inBookOrder, type Mark } from './mark.ts';
import { readAnnotation } from './read-annotation.ts';

/** So many marks are read of one file, and so large a file is read. */
export const mostMarks = 10_000;
export const mostBytes = 30_000_000;

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
  marks: readonly Mark[],
  by: { id: string; nowIso: string; book: { id: string; title: string; language: string } },
): AnnotationSet {
  const { id, nowIso, book } = by;
  return {
    '@context': annotationContext,
    id,
    type: 'AnnotationSet',
    generated: nowIso,
    about: { 'dc:identifier': [book.id], 'dc:title': book.title, 'dc:language': book.language },
    items: inBookOrder(marks).map(toAnnotation),
  };
}

/**
 * The marks of a file: a set, a W3C `AnnotationCollection` or `AnnotationPage`, or a plain list. Null when
 * it is none of these.
 */
export function readAnnotationSet(json: string, nowIso: string): Mark[] | null {
  const items = itemsOf(parse(json));
  if (!items) return null;
  const marks = items.slice(0, mostMarks).flatMap((one) => readAnnotation(one, nowIso) ?? []);
  return marks.length > 0 || items.length === 0 ? marks : null;
}

function itemsOf(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null || depth > 1) return null;
  if ('items' in value) return itemsOf(value.items, 2);
  return 'first' in value ? itemsOf(value.first, depth + 1) : null;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
