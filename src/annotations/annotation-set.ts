import {
  webAnnotationContext,
  toWebAnnotation,
  type MarkAnnotation,
  readWebAnnotation,
} from './web-annotation.ts';
import { maxAnnotations, sortedByPosition, type Annotation } from './annotation.ts';
import { foldText } from './fold-text.ts';

/** Maximum size of a file. */
export const maxFileBytes = 30_000_000;

/**
 * One book's annotations as a file, in the form of an `AnnotationSet` from EPUB Annotations 1.0.
 */
export interface AnnotationSet {
  '@context': string;
  id: string;
  type: 'AnnotationSet';
  generated: string;
  about: { 'dc:identifier': string[]; 'dc:title': string; 'dc:language': string };
  items: MarkAnnotation[];
}

export function toAnnotationSet(
  annotations: readonly Annotation[],
  {
    id,
    nowIso,
    book,
  }: { id: string; nowIso: string; book: { id: string; title: string; language: string } },
): AnnotationSet {
  return {
    '@context': webAnnotationContext,
    id,
    type: 'AnnotationSet',
    generated: nowIso,
    about: { 'dc:identifier': [book.id], 'dc:title': book.title, 'dc:language': book.language },
    items: sortedByPosition(annotations).map(toWebAnnotation),
  };
}

/**
 * Reads the annotations in a file, which can be a set, a W3C `AnnotationCollection` or
 * `AnnotationPage`, or a plain array. Returns null for anything else.
 */
export function readAnnotationSet(json: string, nowIso: string): Annotation[] | null {
  const items = annotationItems(parseJson(json));
  if (!items) return null;
  const annotations = items
    .slice(0, maxAnnotations)
    .flatMap((one) => readWebAnnotation(one, nowIso) ?? []);
  return annotations.length > 0 || items.length === 0 ? annotations : null;
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
 * Returns the incoming annotations that are new or more recent than the existing version. Two
 * annotations are the same if they share an id, or have the same quote and note.
 */
export function newerAnnotations(
  known: readonly Annotation[],
  incoming: readonly Annotation[],
): Annotation[] {
  const byId = new Map(known.map((annotation) => [annotation.id, annotation]));
  const byContent = new Set(known.map(contentKey));
  const newer = new Map<string, Annotation>();
  for (const annotation of incoming) {
    const known = newer.get(annotation.id) ?? byId.get(annotation.id);
    if (known ? known.updatedAt >= annotation.updatedAt : byContent.has(contentKey(annotation)))
      continue;
    newer.set(annotation.id, annotation);
    byContent.add(contentKey(annotation));
  }
  return [...newer.values()];
}

function contentKey({ kind, href, start, share, quote, note }: Annotation): string {
  const words = foldText(quote.exact).text;
  return JSON.stringify([
    kind,
    href,
    words,
    foldText(quote.prefix).text,
    words ? '' : [start, share],
    note,
  ]);
}
