import { isBalanced, resolveStyleSheet } from './book-style-sheets.ts';
import type { PageUrls, PageEmbed } from './contract.ts';
import { renderBookDetails } from './book-details.ts';
import { layoutStyle, textStyle } from './layout-style.ts';
import { authorsOf, renderHead } from './head.ts';
import { htmlAttribute, scriptJson, escapeHtml, type HtmlPage, renderHtmlPage } from './html.ts';
import { pageStyle, fontFaces, numericToken, themeStyle } from './page-style.ts';
import { treeToHtml } from './tree-to-html.ts';
import { sectionName } from './page-urls.ts';
import type { PageMessages } from './messages.ts';

export interface BookPage {
  embed: PageEmbed;
  /** The embed as the page's script receives it, without a session if the page is cached. */
  data: object;
  urls: PageUrls;
  messages: PageMessages;
  /** Language of the reader's interface (BCP 47), including the region. */
  locale: string;
  /** Whether the request names this section, which then takes precedence over a saved position. */
  isSectionRequested: boolean;
  /** Whether a section in the reading order may be read. */
  isSectionReadable: (section: number) => boolean;
  /** Additional element attributes from the request. */
  attributes: Record<string, string | undefined>;
  /** Origins that may frame the page. */
  frameAncestors: readonly string[];
  /** Whether the page asks the reader for consent. */
  asksForConsent: boolean;
}

/**
 * Renders a section as a complete page. The page is readable without scripts and contains the data
 * that the reader needs to continue without another request.
 */
export function renderBookPage(page: BookPage): HtmlPage {
  const { embed, urls, messages, isSectionReadable } = page;
  const { first, book, styleSheets, session } = embed;
  const resource = (path: string) =>
    `${session.content}/resources/${path.split('/').map(encodeURIComponent).join('/')}?${session.resourceQuery}`;
  const section = (index: number, id: string) => {
    const fragment = id && `#${encodeURIComponent(id)}`;
    if (index === first.index) return fragment || urls.section(sectionName(embed, index));
    return isSectionReadable(index) ? urls.section(sectionName(embed, index)) + fragment : null;
  };
  // Fixed-layout pages need scripts. Without scripts, their text and images are shown in sequence,
  // unstyled.
  const isFixed = first.layout === 'fixed' && first.viewport !== null;
  const sheets = isFixed
    ? []
    : [...first.styles.map((id) => styleSheets[id] ?? ''), first.css].filter(isBalanced);
  const isPlain = sheets.every((css) => css === '');
  const style =
    fontFaces(embed.deployment?.fonts ?? []) +
    themeStyle(embed.theme) +
    pageStyle +
    layoutStyle(toPageMeasures(embed)) +
    textStyle(sheets.map((css) => resolveStyleSheet(css, resource)));
  const scroller =
    `<article class="svc-scroller${verticalClass[first.writingMode]}"` +
    `${htmlAttribute('lang', first.language)}${htmlAttribute('dir', first.direction)} tabindex="0"` +
    `${htmlAttribute('aria-label', book.title)}>`;

  return renderHtmlPage({
    lang: first.language || (book.languages[0] ?? messages.locale),
    direction: first.direction,
    style,
    frameAncestors: page.frameAncestors,
    head: renderHead(embed, urls, style),
    body: `${page.asksForConsent ? consentBar(embed, messages) : ''}${masthead(embed, messages)}
<main>
<svc-reader${elementAttributes(page)}>
<div slot="text" class="svc-stage">
${scroller}
<div class="svc-sheet flow${isPlain ? ' plain' : ''}">${treeToHtml(first.tree, { resource, section })}</div>
</article>
</div>
<script type="application/json">${scriptJson(page.data)}</script>
</svc-reader>
${renderBookDetails(page)}
</main>
${linkDialog(messages)}
<link rel="modulepreload" href="/svc-reader.js" fetchpriority="low">
<script type="module" src="/svc-served.js"></script>`,
  });
}

/**
 * Requests consent to store reader data. Hidden until the page's script finds that the reader has
 * not decided.
 */
function consentBar({ deployment }: PageEmbed, messages: PageMessages): string {
  const privacy = deployment?.links.privacy;
  const link = privacy
    ? ` <a${htmlAttribute('href', privacy)}>${escapeHtml(messages.privacy)}</a>`
    : '';
  return `<section class="consent" hidden aria-labelledby="svc-consent"${htmlAttribute('lang', messages.locale)}${htmlAttribute('dir', messages.direction)}>
<p id="svc-consent">${escapeHtml(messages.consentQuestion)}${link}</p>
<div><button type="button" value="refused">${escapeHtml(messages.consentRefuse)}</button><button type="button" value="granted">${escapeHtml(messages.consentAllow)}</button></div>
</section>
`;
}

/** Shows a link that a sandboxed frame cannot open. */
function linkDialog(messages: PageMessages): string {
  const { openLink, openLinkHelp, copyLink } = messages;
  return `<dialog class="link" closedby="any" aria-labelledby="svc-link"${htmlAttribute('lang', messages.locale)}${htmlAttribute('dir', messages.direction)}>
<h2 id="svc-link">${escapeHtml(openLink)}</h2>
<p>${escapeHtml(openLinkHelp)}</p>
<input readonly dir="ltr"${htmlAttribute('aria-label', openLink)}>
<button type="button">${escapeHtml(copyLink)}</button>
</dialog>`;
}

const verticalClass = {
  'horizontal-tb': '',
  'vertical-rl': ' svc-vertical',
  'vertical-lr': ' svc-vertical svc-lr',
};

function masthead(embed: PageEmbed, messages: PageMessages): string {
  const { book, deployment, environment } = embed;
  const logo = deployment?.logo;
  const name = logo
    ? `<img${htmlAttribute('src', logo.url)} width="${logo.width}" height="${logo.height}"${htmlAttribute('alt', logo.alt)}>`
    : deployment && escapeHtml(deployment.name);
  const home = deployment?.links.home;
  const publisher = name && (home ? `<a${htmlAttribute('href', home)}>${name}</a>` : name);
  const authors = authorsOf(book).join(', ');
  const title = `<b>${escapeHtml(book.title)}</b>${authors && ` ${escapeHtml(messages.by(authors))}`}`;
  return `<header class="masthead"${htmlAttribute('lang', messages.locale)}${htmlAttribute('dir', messages.direction)}>${publisher ?? ''}<p>${title}</p>${environment ? testBadge(messages) : ''}</header>`;
}

/** Marks a page that a test key opened. With scripts, the reader shows its own badge. */
export function testBadge({ testBadge: label, testBadgeHelp: help }: PageMessages): string {
  return `<strong class="test-badge"${htmlAttribute('title', help)}>${escapeHtml(label)}</strong>`;
}

function elementAttributes({ embed, locale, isSectionRequested, attributes }: BookPage): string {
  const { book, first, theme } = embed;
  const attributeValues: Record<string, string | null | undefined> = {
    book: book.id,
    start: isSectionRequested ? String(first.index) : null,
    theme: theme.name,
    locale,
    ...attributes,
  };
  return Object.entries(attributeValues)
    .map(([name, value]) => (value ? htmlAttribute(name, value) : ''))
    .join('');
}

function toPageMeasures({ theme, deployment }: PageEmbed) {
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
    fontSizePx: numericToken(theme.tokens, '--svc-font-size'),
    measureRem: numericToken(theme.tokens, '--svc-measure'),
    isBare,
    hasLinks: Boolean(deployment?.links.privacy ?? deployment?.links.terms),
  };
}
