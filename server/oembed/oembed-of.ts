import type { Book } from '../books/contract.ts';
import type { Oembed, OembedQuery } from './contract.ts';
import { attribute, text } from './xml.ts';

/** As wide as a column of most pages. */
const usualWidth = 720;
const daySeconds = 24 * 60 * 60;

/** What a page that shows a book in a frame must know. */
export interface FramedBook {
  book: Book;
  /** Of the page to frame. */
  address: string;
  provider: { name: string; url: string };
}

export function oembedOf(
  { book, address, provider }: FramedBook,
  { maxwidth = usualWidth, maxheight = Infinity }: Pick<OembedQuery, 'maxwidth' | 'maxheight'>,
): Oembed {
  const width = Math.min(usualWidth, maxwidth);
  const height = Math.min(frameHeight(width), maxheight);
  const author = book.contributors.find(({ role }) => role === 'aut')?.name;
  return {
    version: '1.0',
    type: 'rich',
    title: book.title,
    ...(author && { author_name: author }),
    provider_name: provider.name,
    provider_url: provider.url,
    cache_age: daySeconds,
    ...thumbnail(book, maxwidth, maxheight),
    html:
      `<iframe data-svc-frame${attribute('src', address)} width="${width}" height="${height}"` +
      `${attribute('title', book.title)} loading="lazy" allow="fullscreen" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
  };
}

/** How high the component wants to be, by its width (`src/frame/frame-height.ts`). */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}

/** It must respect the limits; one of unknown size cannot. */
function thumbnail({ cover }: Book, maxwidth: number, maxheight: number): Partial<Oembed> {
  if (!cover?.width || !cover.height) return {};
  if (cover.width > Math.max(maxwidth, usualWidth * 2) || cover.height > maxheight) return {};
  return {
    thumbnail_url: cover.url,
    thumbnail_width: cover.width,
    thumbnail_height: cover.height,
  };
}

export function oembedXml(answer: Oembed): string {
  const members = Object.entries(answer).map(
    ([name, value]) => `<${name}>${text(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${members.join('')}</oembed>\n`;
}
