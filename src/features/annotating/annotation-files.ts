import {
  maxFileBytes,
  newerAnnotations,
  readAnnotationSet,
  toAnnotationSet,
} from '../../annotations/annotation-set.ts';
import { newAnnotationId, type Annotation } from '../../annotations/annotation.ts';
import { annotationsToMarkdown } from '../../annotations/annotations-to-markdown.ts';
import type { Messages } from '../../i18n/messages.ts';
import { fileName, saveFile } from './save-file.ts';

/** Downloads a book's annotations as a file of an `AnnotationSet` or as Markdown. */
export function exportAnnotations(
  annotations: readonly Annotation[],
  book: { id: string; title: string; language: string },
  format: 'json' | 'markdown',
  { locale, bookmark }: Pick<Messages, 'locale' | 'bookmark'>,
): void {
  if (format === 'markdown') {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    const date = (iso: string) => day.format(new Date(iso));
    const text = annotationsToMarkdown(annotations, book.title, { bookmark, date });
    return saveFile(fileName(book.title, 'md'), new Blob([text], { type: 'text/markdown' }));
  }
  const id = newAnnotationId((bytes) => crypto.getRandomValues(bytes));
  const set = toAnnotationSet(annotations, { id, nowIso: new Date().toISOString(), book });
  const json = JSON.stringify(set, null, 2);
  saveFile(fileName(book.title, 'json'), new Blob([json], { type: 'application/ld+json' }));
}

/**
 * Reads the annotations of a file that are new or more recent than the known ones, or null if it is
 * too large, unreadable or has none.
 */
export async function importAnnotations(
  file: Blob,
  known: readonly Annotation[],
): Promise<Annotation[] | null> {
  const json = file.size <= maxFileBytes ? await file.text().catch(() => '') : '';
  const annotations = readAnnotationSet(json, new Date().toISOString());
  return annotations && newerAnnotations(known, annotations);
}
