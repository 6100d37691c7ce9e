import type { BookMetadata } from '../books/stored-book.ts';
import { isbn13 } from '../text/isbn.ts';

/** Identifiers told once each, every ISBN by its thirteen digits. */
export function identifiersOf(stated: BookMetadata['identifiers']): BookMetadata['identifiers'] {
  const distinct = new Map<string, { scheme: string; value: string }>();
  for (const { scheme, value } of stated) {
    const plain = scheme === 'isbn' ? (isbn13(value) ?? value) : value;
    distinct.set(`${scheme} ${plain}`, { scheme, value: plain });
  }
  return [...distinct.values()];
}
