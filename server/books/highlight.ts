import type { BookHighlight } from './contract.ts';
import type { StoredBook } from './stored-book.ts';

type Spans = [number, number][];

/** Where the words that were looked for are in the texts of a book that people see. */
export function highlightOf(
  { title, metadata }: StoredBook,
  spansOf: (text: string) => Spans,
): BookHighlight {
  return {
    title: spansOf(title),
    subtitle: metadata.subtitle === null ? [] : spansOf(metadata.subtitle),
    contributors: inEach(metadata.contributors.map(({ name }) => name)),
    subjects: inEach(metadata.subjects.map(({ label }) => label)),
  };

  function inEach(texts: string[]): { index: number; spans: Spans }[] {
    return texts
      .map((text, index) => ({ index, spans: spansOf(text) }))
      .filter(({ spans }) => spans.length > 0);
  }
}
