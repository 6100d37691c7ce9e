import type { Book } from '../../books/contract.ts';
import { links } from './about.ts';
import { authorsOf } from './head.ts';
import { attribute, jsonBlock, styleBlock, text } from './markup.ts';
import { type Page, pageOf } from './page.ts';
import { pageStyle } from './page-style.ts';
import type { PageDeployment, PageEmbed } from './contract.ts';
import { fontFaces, themeStyle } from './theme-style.ts';
import type { Words } from './words.ts';

export interface LibraryPageParts {
  books: Book[];
  deployment: PageDeployment;
  theme: PageEmbed['theme'];
  words: Words;
  /** Of this page. */
  canonical: string;
  addressOf: (book: Book) => string;
  newer: string | null;
  older: string | null;
  ancestors: readonly string[];
}

/** The books of a house, on its own domain. */
export function libraryPage(parts: LibraryPageParts): Page {
  const { books, deployment, theme, words, canonical, newer, older } = parts;
  const style = fontFaces(deployment.fonts) + themeStyle(theme) + pageStyle;
  const list = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: deployment.name,
    url: canonical,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: books.map((book, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: parts.addressOf(book),
        name: book.title,
      })),
    },
  };
  return pageOf({
    lang: words.locale,
    direction: words.direction,
    style,
    ancestors: parts.ancestors,
    head: [
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${text(deployment.name)}</title>`,
      `<style>${styleBlock(style)}</style>`,
      `<link rel="canonical"${attribute('href', canonical)}>`,
      '<link rel="icon" href="data:,">',
      `<meta property="og:type" content="website">`,
      `<meta property="og:title"${attribute('content', deployment.name)}>`,
      `<meta property="og:url"${attribute('content', canonical)}>`,
      `<script type="application/ld+json">${jsonBlock(list)}</script>`,
    ].join('\n'),
    body: `<main class="library">
<h1>${house(deployment)}</h1>
${
  books.length > 0
    ? `<ul>\n${books.map((book) => item(book, parts)).join('\n')}\n</ul>`
    : `<p>${text(words.emptyLibrary)}</p>`
}
${newer || older ? `<nav class="turn"${attribute('aria-label', words.library)}>${way(newer, 'prev', words.newer)}${way(older, 'next', words.older)}</nav>` : ''}
${links(deployment, words)}
</main>`,
  });
}

function house({ logo, name }: PageDeployment): string {
  if (!logo) return text(name);
  const { url, width, height, alt } = logo;
  return `<img${attribute('src', url)} width="${width}" height="${height}"${attribute('alt', alt || name)}>`;
}

function item(book: Book, { addressOf }: LibraryPageParts): string {
  const { cover, title, languages } = book;
  const language = languages[0] ? attribute('lang', languages[0]) : '';
  const picture = cover
    ? `<img${attribute('src', cover.url)} alt="" loading="lazy"${cover.width && cover.height ? ` width="${cover.width}" height="${cover.height}"` : ''}>`
    : `<span aria-hidden="true" dir="auto">${text(title)}</span>`;
  const authors = authorsOf(book).join(', ');
  return `<li><a${attribute('href', addressOf(book))}><span class="cover">${picture}</span>
<span${language} dir="auto"><b>${text(title)}</b>${authors && `<small>${text(authors)}</small>`}</span></a></li>`;
}

function way(address: string | null, rel: 'prev' | 'next', word: string): string {
  return address ? `<a rel="${rel}"${attribute('href', address)}>${text(word)}</a>` : '';
}
