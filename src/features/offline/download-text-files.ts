import { hyphenationLanguage, hyphenationPath } from '../../../shared/hyphenation.ts';
import {
  isTypeface,
  typefaceFiles,
  typefaces,
  type FontChoice,
} from '../../../shared/typefaces.ts';
import { serverFileUrl } from '../../rendition/server-files.ts';
import type { BookSession } from '../feature.ts';
import { forEachConcurrently } from './download-book.ts';
import { openCache, readOfflineBook } from './offline-books.ts';

/**
 * Stores the chosen typeface and the hyphenation patterns with the book whenever the book is stored
 * or the user chooses another typeface.
 */
export function keepTextFiles(
  { embed, page, store }: Pick<BookSession, 'embed' | 'page' | 'store'>,
  signal: AbortSignal,
): () => Promise<void> {
  const { id, languages } = embed.book;
  const keep = async () => {
    const address = page.rendition?.views.book.resourceUrl('');
    if (!address || !(await readOfflineBook(id))) return;
    const files = [...typefacePaths(store.state.settings.font), ...patternPaths(languages)];
    const urls = files.map((file) => serverFileUrl(address, file));
    // The book is readable without them.
    await download(id, urls, signal).catch(() => null);
  };
  const unsubscribe = store.subscribe(({ settings }, previous) => {
    if (settings.font !== previous.settings.font) void keep();
  });
  signal.addEventListener('abort', unsubscribe);
  return keep;
}

function typefacePaths(font: FontChoice): string[] {
  if (!isTypeface(font)) return [];
  const typeface = typefaces[font];
  const files = typeface.subsets.flatMap((subset) => typefaceFiles(typeface, subset));
  return files.map(({ name }) => `fonts/${name}`);
}

function patternPaths(languages: readonly string[]): string[] {
  const known = new Set(languages.map(hyphenationLanguage));
  return [...known].flatMap((language) => (language ? [hyphenationPath(language)] : []));
}

async function download(
  bookId: string,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const cache = await openCache(bookId);
  await forEachConcurrently(urls, async (url) => {
    if (await cache.match(url, { ignoreVary: true })) return;
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (response.ok) await cache.put(url, response);
  });
}
