import { slug } from 'github-slugger';
import type { Book } from '../books/contract.ts';

/** Maximum length of a title in a URL. Longer titles are truncated at a word. */
const maxSlugLength = 60;

/**
 * Returns the last segment of a book's URL on a custom domain, such as `moby-dick-bk_01KAJ0Q1V4T2`.
 * Only the id matters, so URLs with an earlier title keep working.
 */
export function bookPathSegment({ id, title }: Pick<Book, 'id' | 'title'>): string {
  // Latin letters lose their accents. Other scripts keep their marks, which are part of their
  // letters.
  const plain = title.normalize('NFKD').replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const words = slug(plain.normalize('NFC'), false).split(/[-_]+/).filter(Boolean);
  let name = '';
  for (const word of words) {
    if (name.length + word.length >= maxSlugLength) break;
    name += name ? `-${word}` : word;
  }
  return name ? `${encodeURIComponent(name)}-${id}` : id;
}

/** Returns the book's id, or its `isbn:…`, in a decoded segment, which a title may precede. */
export function bookReferenceIn(segment: string): string {
  return /(?:^|-)(bk_[0-9A-Za-z]+)$/.exec(segment)?.[1] ?? segment;
}
