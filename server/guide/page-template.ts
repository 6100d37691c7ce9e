import { escapeHtml, htmlAttribute } from '../embed-page/html.ts';
import { type Guide, type GuidePage, guideUrl } from './load-guide.ts';
import type { GuideHeading } from './render-markdown.ts';

/** Maximum length of a query, in code points. */
export const maxQueryLength = 100;

interface LayoutParts {
  title: string;
  /** HTML inside the `main` element. */
  main: string;
  /** The page's URL, used to mark it in the navigation. Null for pages outside the navigation. */
  url: string | null;
  /** The search field's content. */
  query?: string;
  isIndexed?: boolean;
}

/** Renders a guide page as a complete HTML document. */
export function renderGuidePage(guide: Guide, page: GuidePage): string {
  const toc = page.headings.filter(({ depth }) => depth === 2 || depth === 3);
  // An overview needs no list of headings, because it is a list itself.
  const hasToc = toc.length > 1 && page.url !== guideUrl;
  const [before, after] = hasToc ? splitAfterTitle(page.html) : [page.html, ''];
  const inner = hasToc
    ? `<details class="toc-inline"><summary>On this page</summary>${tocList(toc)}</details>`
    : '';
  const aside = hasToc
    ? `<nav class="toc" aria-labelledby="toc-title"><h2 id="toc-title">On this page</h2>${tocList(toc)}</nav>`
    : '';
  return renderLayout(guide, {
    title: page.title,
    url: page.url,
    main: `<article>\n${before}${inner}${after}</article>\n${turnLinks(guide, page)}`,
    aside,
  });
}

/** Renders the page for an unknown guide URL. */
export function renderMissingPage(guide: Guide, path: string): string {
  return renderLayout(guide, {
    title: 'Page not found',
    url: null,
    isIndexed: false,
    main: `<article>
<h1>Page not found</h1>
<p>The documentation has no page at <code>${escapeHtml(path)}</code>. Search it, or start from the <a href="${guideUrl}">overview</a>.</p>
</article>`,
  });
}

export function renderLayout(
  guide: Guide,
  { title, main, url, query = '', isIndexed = true, aside = '' }: LayoutParts & { aside?: string },
): string {
  const isOverview = url === guideUrl;
  const fullTitle = isOverview ? 'svc-reader documentation' : `${title} – svc-reader documentation`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(fullTitle)}</title>
<meta name="color-scheme" content="light dark">
${isIndexed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${guideUrl}style.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="brand" href="${guideUrl}"${isOverview ? ' aria-current="page"' : ''}>svc-reader <span>documentation</span></a>
<form role="search" action="${guideUrl}search">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="${maxQueryLength}"${htmlAttribute('value', query)} autocomplete="off" enterkeyhint="search">
<button type="submit">Search</button>
</form>
<a class="api" href="/docs">API reference</a>
<button class="menu" type="button" popovertarget="pages">Pages</button>
</header>
<div class="columns">
<nav class="pages" id="pages" popover aria-label="Documentation">
<button class="close" type="button" popovertarget="pages" popovertargetaction="hide">Close</button>
${navigation(guide, url)}
</nav>
<main id="main" tabindex="-1">
${main}
</main>
${aside}
</div>
</body>
</html>
`;
}

function navigation({ groups }: Guide, url: string | null): string {
  const link = (label: string, to: string) => {
    const current = to === url ? ' aria-current="page"' : '';
    return `<a${htmlAttribute('href', to)}${current}>${escapeHtml(label)}</a>`;
  };
  return groups
    .map(({ title, entries }) => {
      const items = entries.map(({ label, page, children }) => {
        const isOpen = [page, ...children].some((one) => one.url === url);
        const nested =
          isOpen && children.length > 0
            ? `\n<ul>\n${children.map((one) => `<li>${link(one.title, one.url)}</li>`).join('\n')}\n</ul>`
            : '';
        return `<li>${link(label, page.url)}${nested}</li>`;
      });
      return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function tocList(headings: readonly GuideHeading[]): string {
  const items = headings.map(({ depth, id, text }) => {
    const nested = depth === 3 ? ' class="nested"' : '';
    return `<li${nested}><a${htmlAttribute('href', `#${id}`)}>${escapeHtml(text)}</a></li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function turnLinks({ pages }: Guide, page: GuidePage): string {
  const ordered = [...pages.values()];
  const at = ordered.indexOf(page);
  const link = (to: GuidePage | undefined, rel: string, label: string) =>
    to
      ? `<a rel="${rel}"${htmlAttribute('href', to.url)}><small>${label}</small> ${escapeHtml(to.title)}</a>`
      : '';
  const links = link(ordered[at - 1], 'prev', 'Previous') + link(ordered[at + 1], 'next', 'Next');
  return `<nav class="turn" aria-label="Previous and next page">${links}</nav>`;
}

/** Splits the HTML after the first `h1`. Without an `h1`, the first part is empty. */
function splitAfterTitle(html: string): [string, string] {
  const end = html.indexOf('</h1>');
  const at = end < 0 ? 0 : end + '</h1>'.length;
  return [html.slice(0, at), html.slice(at)];
}
