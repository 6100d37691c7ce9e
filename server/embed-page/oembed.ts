import type { Book } from '../books/contract.ts';
import { escapeUTF8 } from 'entities';
import { z } from 'zod';
import { frameHeight } from '../../shared/frame-height.ts';
import { integerParameter } from '../http/query-parameters.ts';

/** Characters that are not allowed in XML documents. */
const forbiddenCharacters = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Unknown parameters are ignored, as the specification requires: https://oembed.com/#section2.2 */
export const OembedQuery = z.object({
  url: z.string().min(1).max(4000),
  maxwidth: integerParameter(1, 10_000).optional(),
  maxheight: integerParameter(1, 10_000).optional(),
  // Do Not Track, as sent by WordPress.
  dnt: z.string().max(50).optional(),
  // Any string because oEmbed requires status 501 for unknown formats.
  format: z.string().max(50).optional(),
});

/** Width of a content column on most pages, in px. */
const defaultWidth = 720;
const daySeconds = 24 * 60 * 60;

/** A book page that other sites can frame. */
export interface FramedBook {
  book: Book;
  /** URL of the page to frame. */
  url: string;
  provider: { name: string; url: string };
}

export function toOembed(
  { book, url, provider }: FramedBook,
  { maxwidth = defaultWidth, maxheight = Infinity }: Pick<OembedQuery, 'maxwidth' | 'maxheight'>,
): Oembed {
  const width = Math.min(defaultWidth, maxwidth);
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
      `<iframe data-svc-frame${xmlAttribute('src', url)} width="${width}" height="${height}"` +
      `${xmlAttribute('title', book.title)} loading="lazy" allow="fullscreen" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
  };
}

/** Omitted if it is larger than the limits or its size is unknown. */
function thumbnail({ cover }: Book, maxwidth: number, maxheight: number): Partial<Oembed> {
  if (!cover?.width || !cover.height) return {};
  if (cover.width > Math.max(maxwidth, defaultWidth * 2) || cover.height > maxheight) return {};
  return {
    thumbnail_url: cover.url,
    thumbnail_width: cover.width,
    thumbnail_height: cover.height,
  };
}

export function toOembedXml(oembed: Oembed): string {
  const members = Object.entries(oembed).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${members.join('')}</oembed>\n`;
}

/** Escapes text for use between tags or quotes. */
function escapeXml(value: string): string {
  return escapeUTF8(value.toWellFormed().replaceAll(forbiddenCharacters, ''));
}

function xmlAttribute(name: string, value: string): string {
  return ` ${name}="${escapeXml(value)}"`;
}

export type OembedQuery = z.infer<typeof OembedQuery>;

/** A response of type `rich`: https://oembed.com/#section2.3 */
interface Oembed {
  version: '1.0';
  type: 'rich';
  title: string;
  author_name?: string;
  provider_name: string;
  provider_url: string;
  /** In seconds. */
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
  html: string;
  width: number;
  height: number;
}
