import { isBalanced, resolveSheet } from './book-sheets.ts';
import type { PageAddresses, PageEmbed } from './contract.ts';
import { about } from './about.ts';
import { geometry, textStyle } from './geometry.ts';
import { authorsOf, headOf } from './head.ts';
import { attribute, jsonBlock, text } from './markup.ts';
import { type Page, pageOf } from './page.ts';
import { pageStyle } from './page-style.ts';
import { fontFaces, numberOf, themeStyle } from './theme-style.ts';
import { treeToHtml } from './tree-to-html.ts';
import type { Words } from './words.ts';

export interface ReadingPage {
  embed: PageEmbed;
  addresses: PageAddresses;
  words: Words;
  /** BCP 47 tag that the component is to speak, with its region. */
  locale: string;
  /** Whether this very section was asked for: a remembered place does not go before it then. */
  isSectionAsked: boolean;
  /** Whether a section may be read. */
  isReadable: (section: number) => boolean;
  /** Attributes of the element besides the book’s: what the page was asked with. */
  attributes: Record<string, string | undefined>;
  /** Origins that may frame it. */
  ancestors: readonly string[];
}

/**
 * A book’s section as a whole page: readable before any script runs and without one, and all that the
 * component needs to go on from there.
 */
export function readingPage(page: ReadingPage): Page {
  const { embed, addresses, words, isReadable } = page;
  const { first, book, styleSheets, session } = embed;
  const resource = (path: string) =>
    `${session.content}/resources/${path.split('/').map(encodeURIComponent).join('/')}?${session.resourceQuery}`;
  const section = (index: number, id: string) => {
    const fragment = id && `#${encodeURIComponent(id)}`;
    if (index === first.index) return fragment || addresses.section(index);
    return isReadable(index) ? addresses.section(index) + fragment : null;
  };
  // A page of fixed size is laid out by script alone; until then its words and pictures stand in a row.
  const isFixed = first.layout === 'fixed' && first.viewport !== null;
  const sheets = isFixed
    ? []
    : [...first.styles.map((id) => styleSheets[id] ?? ''), first.css].filter(isBalanced);
  const isPlain = sheets.every((css) => css === '');
  const style =
    fontFaces(embed.deployment?.fonts ?? []) +
    themeStyle(embed.theme) +
    pageStyle +
    geometry(measuresOf(embed)) +
    textStyle(sheets.map((css) => resolveSheet(css, resource)));
  const scroller =
    `<article class="svc-scroller${verticalClass[first.writingMode]}"` +
    `${attribute('lang', first.language)}${attribute('dir', first.direction)} tabindex="0"` +
    `${attribute('aria-label', book.title)}>`;

  return pageOf({
    lang: first.language || (book.languages[0] ?? words.locale),
    direction: first.direction,
    style,
    ancestors: page.ancestors,
    head: headOf(embed, addresses, style),
    body: `${masthead(embed, words)}
<main>
<svc-reader${elementAttributes(page)}>
<div slot="text" class="svc-stage">
${scroller}
<div class="svc-sheet flow${isPlain ? ' plain' : ''}">${treeToHtml(first.tree, { resource, section })}</div>
</article>
</div>
<script type="application/json">${jsonBlock(embed)}</script>
</svc-reader>
${about(page)}
</main>
<link rel="modulepreload" href="/svc-reader.js" fetchpriority="low">
<script type="module" src="/svc-served.js"></script>`,
  });
}

const verticalClass = {
  'horizontal-tb': '',
  'vertical-rl': ' svc-vertical',
  'vertical-lr': ' svc-vertical svc-lr',
};

function masthead({ book, deployment }: PageEmbed, words: Words): string {
  const logo = deployment?.logo;
  const name = logo
    ? `<img${attribute('src', logo.url)} width="${logo.width}" height="${logo.height}"${attribute('alt', logo.alt)}>`
    : deployment && text(deployment.name);
  const home = deployment?.links.home;
  const house = name && (home ? `<a${attribute('href', home)}>${name}</a>` : name);
  const authors = authorsOf(book).join(', ');
  const title = `<b>${text(book.title)}</b>${authors && ` ${text(words.by(authors))}`}`;
  return `<header class="masthead"${attribute('lang', words.locale)}${attribute('dir', words.direction)}>${house ?? ''}<p>${title}</p></header>`;
}

function elementAttributes({ embed, locale, isSectionAsked, attributes }: ReadingPage): string {
  const { book, first, theme } = embed;
  const all: Record<string, string | null | undefined> = {
    book: book.id,
    start: isSectionAsked ? String(first.index) : null,
    theme: theme.name,
    locale,
    ...attributes,
  };
  return Object.entries(all)
    .map(([name, value]) => (value ? attribute(name, value) : ''))
    .join('');
}

function measuresOf({ theme, deployment }: PageEmbed) {
  const features = deployment?.features;
  const isBare =
    !!features &&
    !(
      features.contents ||
      features.settings ||
      features.title ||
      features.progress ||
      features.buy
    );
  return {
    rem: numberOf(theme.tokens, '--svc-font-size'),
    measure: numberOf(theme.tokens, '--svc-measure'),
    isBare,
    hasLinks: Boolean(deployment?.links.privacy ?? deployment?.links.terms),
  };
}
