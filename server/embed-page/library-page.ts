import type { Book } from '../books/contract.ts';
import { testBadge } from './book-page.ts';
import { formatMoney, publisherLinks } from './book-details.ts';
import { authorsOf, meta } from './head.ts';
import {
  htmlAttribute,
  scriptJson,
  styleText,
  escapeHtml,
  type HtmlPage,
  renderHtmlPage,
} from './html.ts';
import { pageStyle, fontFaces, themeStyle } from './page-style.ts';
import type { PageDeployment, PageEmbed } from './contract.ts';
import type { PageMessages } from './messages.ts';

export interface LibraryPageContent {
  books: Book[];
  deployment: PageDeployment;
  theme: PageEmbed['theme'];
  messages: PageMessages;
  /** URL of this page. */
  canonical: string;
  urlOf: (book: Book) => string;
  newerUrl: string | null;
  olderUrl: string | null;
  frameAncestors: readonly string[];
  /** Whether the deployment belongs to a test environment. */
  isTest: boolean;
}

/** Renders the list of a publisher's books for its custom domain. */
export function renderLibraryPage(content: LibraryPageContent): HtmlPage {
  const { books, deployment, theme, messages, canonical, newerUrl, olderUrl } = content;
  const style = fontFaces(deployment.fonts) + themeStyle(theme) + pageStyle;
  const jsonLd = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: deployment.name,
    url: canonical,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: books.map((book, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: content.urlOf(book),
        name: book.title,
      })),
    },
  };
  return renderHtmlPage({
    lang: messages.locale,
    direction: messages.direction,
    style,
    frameAncestors: content.frameAncestors,
    head: [
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(deployment.name)}</title>`,
      `<style>${styleText(style)}</style>`,
      content.isTest && '<meta name="robots" content="noindex">',
      `<link rel="canonical"${htmlAttribute('href', canonical)}>`,
      '<link rel="icon" href="/favicon.ico">',
      ...previewMetadata(content),
      `<script type="application/ld+json">${scriptJson(jsonLd)}</script>`,
    ]
      .filter(Boolean)
      .join('\n'),
    body: `<main class="library">
<header>${publisherLogo(deployment)}<h1>${escapeHtml(deployment.name)}</h1>${content.isTest ? testBadge(messages) : ''}</header>
<h2>${escapeHtml(messages.library)}</h2>
${
  books.length > 0
    ? `<ul>\n${books.map((book) => libraryItem(book, content)).join('\n')}\n</ul>`
    : `<p>${escapeHtml(messages.emptyLibrary)}</p>`
}
${newerUrl || olderUrl ? `<nav class="turn"${htmlAttribute('aria-label', messages.library)}>${pageLink(newerUrl, 'prev', messages.newer)}${pageLink(olderUrl, 'next', messages.older)}</nav>` : ''}
${publisherLinks(deployment, messages)}
</main>`,
  });
}

/** Maximum number of titles in the description. Search engines show about 300 characters. */
const maxTitles = 8;

/**
 * Metadata for search engines and link previews: the publisher, its newest titles and the newest
 * cover.
 */
function previewMetadata({ books, deployment, messages, canonical }: LibraryPageContent): string[] {
  const titles = books.slice(0, maxTitles).map(({ title }) => title);
  const description = new Intl.ListFormat(messages.locale).format(titles);
  const cover = books.find((book) => book.cover)?.cover;
  const graph: [string, string | null | undefined][] = [
    ['og:type', 'website'],
    ['og:title', deployment.name],
    ['og:description', description],
    ['og:url', canonical],
    ['og:site_name', deployment.name],
    ['og:image', cover?.url],
    ['og:image:width', cover?.width?.toString()],
    ['og:image:height', cover?.height?.toString()],
  ];
  return [
    ...(description ? [meta('name', 'description', description)] : []),
    ...graph.flatMap(([name, value]) => (value ? [meta('property', name, value)] : [])),
    meta('name', 'twitter:card', 'summary'),
  ];
}

/** The logo. Its alternative text is empty because the name is next to it. */
function publisherLogo({ logo }: PageDeployment): string {
  if (!logo) return '';
  const { url, width, height } = logo;
  return `<img${htmlAttribute('src', url)} width="${width}" height="${height}" alt="">`;
}

function libraryItem(book: Book, { urlOf, messages }: LibraryPageContent): string {
  const { cover, title, languages, price } = book;
  const language = languages[0] ? htmlAttribute('lang', languages[0]) : '';
  const coverHtml = cover
    ? `<img${htmlAttribute('src', cover.url)} alt="" loading="lazy"${cover.width && cover.height ? ` width="${cover.width}" height="${cover.height}"` : ''}>`
    : `<span aria-hidden="true" dir="auto">${escapeHtml(title)}</span>`;
  const authors = authorsOf(book).join(', ');
  const priceHtml = price
    ? `<small class="cost">${escapeHtml(formatMoney(price, messages))}</small>`
    : '';
  return `<li><a${htmlAttribute('href', urlOf(book))}><span class="cover">${coverHtml}</span>
<span${language} dir="auto"><b>${escapeHtml(title)}</b>${authors && `<small>${escapeHtml(authors)}</small>`}</span>${priceHtml}</a></li>`;
}

function pageLink(url: string | null, rel: 'prev' | 'next', label: string): string {
  return url ? `<a rel="${rel}"${htmlAttribute('href', url)}>${escapeHtml(label)}</a>` : '';
}
