import type { Embed } from '../../server/reader/contract.ts';

/** Where a quote is from: who wrote it, in which book, and the page that it was read on. */
export function sourceOf({ book }: Embed): string {
  const authors = book.contributors.filter(({ role }) => role === 'aut').map(({ name }) => name);
  const by = [authors.join(', '), book.title].filter((part) => part !== '').join(', ');
  return `${by}\n${location.href}`;
}
