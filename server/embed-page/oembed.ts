import type { Book } from '../books/contract.ts';
import { escapeUTF8 } from 'entities';
import { z } from 'zod';
import { frameHeight } from '../../shared/frame-height.ts';
import { integerParameter } from '../http/query-parameters.ts';

/** Characters that are not allowed in XML documents. */
const forbiddenCharacters = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Unknown parameters are ignored, as the specification requires: https://oembed.com/#section2.2 */
export const OembedQuery = z.object({
  url: z
    .string()
    .min(1)
    .max(4000)
    .describe('URL of a book page.')
    .meta({ example: 'https://books.example/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  maxwidth: integerParameter(1, 10_000)
    .optional()
    .describe('Maximum width in px.')
    .meta({ example: 640 }),
  maxheight: integerParameter(1, 10_000)
    .optional()
    .describe('Maximum height in px.')
    .meta({ example: 480 }),
  dnt: z
    .string()
    .max(50)
    .optional()
    .describe(
      'Do Not Track, as sent by WordPress. If `true`, the page records nothing without consent.',
    )
    .meta({ example: 'true' }),
  // Any string because oEmbed requires status 501 for unknown formats.
  format: z
    .string()
    .max(50)
    .optional()
    .describe('`json`, which is the default, or `xml`.')
    .meta({ example: 'json' }),
});

/** A response of type `rich`: https://oembed.com/#section2.3 */
export const Oembed = z
  .object({
    version: z.literal('1.0'),
    type: z.literal('rich'),
    title: z.string(),
    author_name: z.string().optional(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.int().min(0).describe('In seconds.'),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.int().optional(),
    thumbnail_height: z.int().optional(),
    html: z.string().describe('Markup that shows the book.'),
    width: z.int(),
    height: z.int(),
  })
  .meta({
    id: 'Oembed',
    example: {
      version: '1.0',
      type: 'rich',
      title: 'Moby-Dick',
      author_name: 'Herman Melville',
      provider_name: 'Example Books',
      provider_url: 'https://books.example',
      cache_age: 86_400,
      html: '<iframe src="https://books.example/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R"></iframe>',
      width: 640,
      height: 480,
    },
  });
export type Oembed = z.infer<typeof Oembed>;

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
      // WordPress handles a frame's messages only after a quotation, which it shows until the first
      // message. It removes the attribute, which hides the link on other sites, and the styles.
      `<blockquote hidden><a${xmlAttribute('href', url)}>${escapeXml(book.title)}</a></blockquote>` +
      `<iframe data-svc-frame${xmlAttribute('src', url)} width="${width}" height="${height}" frameborder="0"` +
      `${xmlAttribute('title', book.title)} loading="lazy" allow="fullscreen; clipboard-write; web-share" style="border:0;max-width:100%"></iframe>`,
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
