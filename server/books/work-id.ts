import { createHash } from 'node:crypto';
import { foldedWords } from '../text/fold.ts';
import type { BookMetadata } from './stored-book.ts';

/**
 * Names the work that a book is an edition of: the same words in the title, without what follows
 * a line break, and the same words in the names of its authors, in whatever order.
 */
export function workIdOf(
  title: string,
  { contributors }: Pick<BookMetadata, 'contributors'>,
): string {
  const authors = contributors.filter(({ role }) => role === 'aut').map(({ name }) => name);
  const key = [foldedWords(title.split('\n')[0] ?? ''), foldedWords(...authors).sort()];
  return `wrk_${createHash('sha256').update(JSON.stringify(key)).digest('base64url').replace(/[-_]/g, '').slice(0, 20)}`;
}
