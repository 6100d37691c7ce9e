import type { Book } from '../books/contract.ts';
import { extractSectionText } from '../books/text-search/section-text.ts';
import type { Tree } from '../epub/contract.ts';
import { bookJsonLd, isbnOf } from './json-ld.ts';
import type { PageUrls, PageEmbed } from './contract.ts';
import { htmlAttribute, scriptJson, styleText, escapeHtml } from './html.ts';

/** Maximum length that search engines show. */
const maxDescriptionLength = 300;

/** The content of a book page's `<head>`. */
export function renderHead(embed: PageEmbed, urls: PageUrls, style: string): string {
  const { book, purchase, access, deployment, first } = embed;
  const title = titleOf(embed);
  const description = descriptionOf(embed);
  const site = deployment?.name ?? book.publisher;
  const isbn = isbnOf(book);
  const graph: [string, string | null | undefined][] = [
    ['og:type', 'book'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', urls.canonical],
    ['og:site_name', site],
    ['og:locale', (first.language || (book.languages[0] ?? '')).replace('-', '_')],
    ['og:image', book.cover?.url],
    ['og:image:width', book.cover?.width?.toString()],
    ['og:image:height', book.cover?.height?.toString()],
    ['book:isbn', isbn],
    ['book:release_date', book.publishedAt],
  ];
  const oembed = (format: 'json' | 'xml') =>
    `<link rel="alternate" type="${format === 'json' ? 'application/json' : 'text/xml'}+oembed"` +
    `${htmlAttribute('href', urls.oembed(format))}${htmlAttribute('title', title)}>`;
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${styleText(style)}</style>`,
    description && meta('name', 'description', description),
    ...authorsOf(book).map((name) => meta('name', 'author', name)),
    // Anyone with the URL can read a private or test book, but search engines must not list it.
    (book.visibility === 'private' || embed.environment === 'test') &&
      meta('name', 'robots', 'noindex'),
    `<link rel="canonical"${htmlAttribute('href', urls.canonical)}>`,
    `<link rel="icon"${htmlAttribute('href', urls.icon)}>`,
    oembed('json'),
    oembed('xml'),
    ...graph.map(([name, value]) => value && meta('property', name, value)),
    meta('name', 'twitter:card', 'summary'),
    `<script type="application/ld+json">${scriptJson(
      bookJsonLd(book, urls, purchase, access.mode === 'sample'),
    )}</script>`,
  ]
    .filter(Boolean)
    .join('\n');
}

export function authorsOf({ contributors }: Book): string[] {
  const authors = contributors.filter(({ role }) => role === 'aut');
  return (authors.length > 0 ? authors : contributors.slice(0, 1)).map(({ name }) => name);
}

function titleOf({ book, first }: PageEmbed): string {
  const authors = authorsOf(book).join(', ');
  const bookTitle = authors ? `${book.title} – ${authors}` : book.title;
  return first.index > 0 && first.title && first.title !== book.title
    ? `${first.title} · ${bookTitle}`
    : bookTitle;
}

/** The book's description or, for a book without one, the start of the section's text. */
function descriptionOf({ book, first }: PageEmbed): string | null {
  const text = book.description ?? book.subtitle ?? openingText(first.tree);
  const description = text.replaceAll(/\s+/g, ' ').trim();
  if (description.length <= maxDescriptionLength) return description || null;
  return `${description.slice(0, maxDescriptionLength).replace(/\s+\S*$/, '')} …`;
}

/**
 * The start of a section's text without its headings and ruby readings, at least as long as a
 * description.
 */
function openingText(tree: Tree): string {
  const { text, breaks } = extractSectionText(withoutAsides(tree));
  const end = text.length;
  const pieces = breaks
    .filter((from) => from <= maxDescriptionLength)
    .map((from, at) => text.slice(from, breaks[at + 1] ?? end));
  return pieces.join(' ');
}

function withoutAsides(tree: Tree): Tree {
  if (typeof tree === 'string') return tree;
  const [tag, attributes, ...children] = tree;
  return [
    tag,
    attributes,
    ...(/^(?:h[1-6]|hgroup|header|r[tp]|rtc)$/.test(tag) ? [] : children.map(withoutAsides)),
  ];
}

export function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}"${htmlAttribute('content', content)}>`;
}
