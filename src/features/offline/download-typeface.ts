import { isTypeface, typefaceFiles, typefaces } from '../../../shared/typefaces.ts';
import { typefaceUrl } from '../../rendition/user-styles/user-fonts.ts';
import type { BookSession } from '../feature.ts';
import { forEachConcurrently } from './download-book.ts';
import { openCache, readOfflineBook } from './offline-books.ts';

/**
 * Stores the chosen typeface with the book whenever the book is stored or the user chooses another
 * typeface.
 */
export function keepTypeface(
  { embed, page, store }: Pick<BookSession, 'embed' | 'page' | 'store'>,
  signal: AbortSignal,
): () => Promise<void> {
  const { id } = embed.book;
  const keep = async () => {
    const address = page.rendition?.views.book.resourceUrl('');
    if (!address || !(await readOfflineBook(id))) return;
    // Without the typeface, the book is readable in a device font.
    await downloadTypeface(id, store.state.settings.font, address, signal).catch(() => null);
  };
  const unsubscribe = store.subscribe(({ settings }, previous) => {
    if (settings.font !== previous.settings.font) void keep();
  });
  signal.addEventListener('abort', unsubscribe);
  return keep;
}

async function downloadTypeface(
  bookId: string,
  font: BookSession['store']['state']['settings']['font'],
  address: string,
  signal: AbortSignal,
): Promise<void> {
  if (!isTypeface(font)) return;
  const typeface = typefaces[font];
  const files = typeface.subsets.flatMap((subset) => typefaceFiles(typeface, subset));
  const cache = await openCache(bookId);
  await forEachConcurrently(files, async ({ name }) => {
    const url = typefaceUrl(address, name);
    if (await cache.match(url, { ignoreVary: true })) return;
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (response.ok) await cache.put(url, response);
  });
}
