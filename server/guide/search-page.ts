import { escapeHtml, htmlAttribute } from '../embed-page/html.ts';
import { type GuideIndex, type GuideResult, markMatches } from './guide-index.ts';
import type { Guide } from './load-guide.ts';
import { renderLayout } from './page-template.ts';

/**
 * Renders the search page with results, or with advice if the query is empty or matches nothing.
 */
export function renderSearchPage(guide: Guide, index: GuideIndex, query: string): string {
  const shown = query.trim();
  return renderLayout(guide, {
    title: shown === '' ? 'Search' : `Search: ${shown}`,
    url: null,
    query: shown,
    isIndexed: false,
    main: `<article class="search">\n<h1>Search</h1>\n${body(index, shown)}\n</article>`,
  });
}

function body(index: GuideIndex, query: string): string {
  if (query === '') {
    return '<p>Enter one or more words in the search field, such as <a href="?q=offline">offline</a> or <a href="?q=SVC_DATA">SVC_DATA</a>. Beginnings of words also match.</p>';
  }
  const { results, total } = index.search(query);
  const quoted = `<q>${escapeHtml(query)}</q>`;
  if (results.length === 0) {
    return `<p role="status">No results for ${quoted}.</p>
<p>Check the spelling, or try fewer or more general words. The API’s routes, fields and error codes are also in the <a href="/docs">API reference</a>.</p>`;
  }
  const sections = total === 1 ? '1 section matches' : `${total} sections match`;
  const limited =
    total > results.length
      ? ` These are the first ${results.length}. Add a word to narrow the search.`
      : '';
  const items = results.map((one) => resultItem(one, query));
  return `<p role="status">${sections} ${quoted}.${limited}</p>\n<ol>\n${items.join('\n')}\n</ol>`;
}

function resultItem({ page, heading, snippet }: GuideResult, query: string): string {
  const isSection = heading !== null && heading.depth > 1;
  const url = isSection ? `${page.url}#${heading.id}` : page.url;
  const title = highlight(isSection ? heading.text : page.title, query);
  const context = isSection ? `<small>${escapeHtml(page.title)}</small>` : '';
  const text = snippet === '' ? '' : `<p>${highlight(snippet, query)}</p>`;
  return `<li>${context}<h2><a${htmlAttribute('href', url)}>${title}</a></h2>${text}</li>`;
}

function highlight(text: string, query: string): string {
  return markMatches(text, query)
    .map((part) => (part.isMatch ? `<mark>${escapeHtml(part.text)}</mark>` : escapeHtml(part.text)))
    .join('');
}
