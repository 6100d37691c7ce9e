import { fold } from '../text/fold.ts';
import type { Completion } from './contract.ts';
import type { StoredBook } from './stored-book.ts';

/**
 * What a search text may become: titles and names in which it is, each once. Those that begin with
 * it come first; then those with all of its words; then the rest, all in the order of the books.
 */
export function completionsOf(
  books: StoredBook[],
  query: string,
  spansOf: (text: string) => [number, number][],
): Completion[] {
  const wanted = fold(query).trim();
  const words = wanted.split(/\s+/);
  const found = new Map<string, { completion: Completion; rank: number }>();
  for (const { id, title, metadata } of books) {
    add({ text: title, kind: 'title', bookId: id, spans: spansOf(title) });
    for (const { name } of metadata.contributors) {
      add({ text: name, kind: 'author', bookId: null, spans: spansOf(name) });
    }
  }
  return [...found.values()]
    .sort((one, other) => one.rank - other.rank)
    .map(({ completion }) => completion);

  function add(completion: Completion): void {
    if (completion.spans.length === 0) return;
    const folded = fold(completion.text);
    const key = `${completion.kind} ${folded}`;
    if (found.has(key)) return;
    found.set(key, { completion, rank: rankOf(folded) });
  }

  function rankOf(folded: string): number {
    if (folded.startsWith(wanted)) return 0;
    return words.every((word) => folded.includes(word)) ? 1 : 2;
  }
}
