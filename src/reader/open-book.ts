import type { Embed } from '../../server/reader/contract.ts';
import { measureBook } from './progress.ts';
import type { OpenBook } from './state.ts';

/** What the reader keeps of an embed answer besides the text. */
export function toOpenBook({ book, readingOrder, toc, access }: Embed): OpenBook {
  return {
    id: book.id,
    title: book.title,
    language: book.languages[0] ?? '',
    progression: book.readingProgression,
    order: readingOrder,
    toc,
    measure: measureBook(readingOrder),
    end: access.until,
    sections: access.sections,
  };
}
