import type { TocEntryContent } from '../reading-sessions/contract.ts';
import type { PageDeployment, PagePurchase } from './contract.ts';
import { authorsOf } from './head.ts';
import { sectionName } from './page-urls.ts';
import { htmlAttribute, escapeHtml } from './html.ts';
import type { BookPage } from './book-page.ts';
import type { PageMessages } from './messages.ts';

/** Maximum number of table of contents entries on a page. */
const maxTocEntries = 500;

/**
 * Renders the parts after the text: sample end, section links, table of contents, book and
 * publisher.
 */
export function renderBookDetails(page: BookPage): string {
  const { embed, messages } = page;
  return `<div class="about"${htmlAttribute('lang', messages.locale)}${htmlAttribute('dir', messages.direction)}>
${[
  sampleEnd(page),
  sectionLinks(page),
  tableOfContents(page),
  bookSummary(page),
  publisherLinks(embed.deployment, messages),
]
  .filter(Boolean)
  .join('\n')}
</div>`;
}

function sampleEnd({ embed, messages }: BookPage): string {
  const { access, first, book, purchase } = embed;
  if (access.mode !== 'sample' || access.until?.section !== first.index) return '';
  return `<section class="end">
<h2>${escapeHtml(messages.sampleEnds)}</h2>
<p>${escapeHtml(messages.sampleEndsHelp(book.title))}</p>
${purchaseOffer(purchase, messages)}
</section>`;
}

function purchaseOffer(purchase: PagePurchase | null, messages: PageMessages): string {
  if (!purchase) return '';
  const { price, converted, buyUrl } = purchase;
  const convertedHtml =
    converted &&
    ` <small>${escapeHtml(messages.roughly(formatMoney(converted, messages)))}</small>`;
  return [
    price &&
      `<p class="price">${escapeHtml(formatMoney(price, messages))}${convertedHtml ?? ''}</p>`,
    buyUrl &&
      `<p><a class="buy"${htmlAttribute('href', buyUrl)} target="_blank" rel="noopener sponsored">${escapeHtml(messages.buy)}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Formats a price in the language of the page. */
export function formatMoney(
  { amount, currency }: { amount: string; currency: string },
  messages: PageMessages,
): string {
  const format = new Intl.NumberFormat(messages.locale, { style: 'currency', currency });
  // Passed as a string because a number would round large amounts.
  return format.format(amount as `${number}`);
}

function sectionLinks({ embed, urls, isSectionReadable, messages }: BookPage): string {
  const { readingOrder, first } = embed;
  const neighbor = (step: 1 | -1): number | null => {
    for (let at = first.index + step; readingOrder[at]; at += step) {
      if (readingOrder[at]?.linear && isSectionReadable(at)) return at;
    }
    return null;
  };
  const link = (index: number | null, rel: 'prev' | 'next', label: string) =>
    index === null
      ? ''
      : `<a rel="${rel}"${htmlAttribute('href', urls.section(sectionName(embed, index)))}>${escapeHtml(
          [label, readingOrder[index]?.title].filter(Boolean).join(': '),
        )}</a>`;
  const both =
    link(neighbor(-1), 'prev', messages.previous) + link(neighbor(1), 'next', messages.next);
  return both && `<nav class="turn"${htmlAttribute('aria-label', messages.sections)}>${both}</nav>`;
}

function tableOfContents({ embed, urls, isSectionReadable, messages }: BookPage): string {
  let remaining = maxTocEntries;
  const list = (entries: TocEntryContent[]): string => {
    const items = entries.flatMap(({ title, section, children }) => {
      if (remaining <= 0) return [];
      remaining -= 1;
      const name =
        section === null || !isSectionReadable(section)
          ? `<span>${escapeHtml(title)}</span>`
          : `<a${htmlAttribute('href', urls.section(sectionName(embed, section)))}${section === embed.first.index ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
      return [`<li>${name}${list(children)}</li>`];
    });
    return items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '';
  };
  const links = list(embed.toc);
  if (!links) return '';
  const language = embed.book.languages[0];
  return `<nav aria-labelledby="svc-contents"><h2 id="svc-contents">${escapeHtml(messages.contents)}</h2>
<div${language ? htmlAttribute('lang', language) : ''} dir="auto">${links}</div></nav>`;
}

function bookSummary({ embed, urls, messages }: BookPage): string {
  const { book, purchase, access, session } = embed;
  // Covers on other origins are omitted because the page's Content-Security-Policy blocks them.
  const cover =
    book.cover?.url.startsWith(`${new URL(session.content).origin}/content/`) &&
    `<img${htmlAttribute('src', book.cover.url)}${htmlAttribute('alt', messages.cover(book.title))} loading="lazy"` +
      `${book.cover.width && book.cover.height ? ` width="${book.cover.width}" height="${book.cover.height}"` : ''}>`;
  const authors = authorsOf(book).join(', ');
  const isAtEnd = access.until?.section === embed.first.index;
  const facts = [book.publisher, book.publishedAt?.slice(0, 4)].filter(Boolean).join(', ');
  return `<section class="book"${htmlAttribute('aria-label', messages.about)}>${cover || '<span></span>'}<div dir="auto">
<h2><a${htmlAttribute('href', urls.bookVisit)}>${escapeHtml(book.title)}</a></h2>
${authors && `<p class="by">${escapeHtml(messages.by(authors))}</p>`}
${book.description ? `<p>${escapeHtml(book.description)}</p>` : ''}
${facts && `<p><small>${escapeHtml(facts)}</small></p>`}
${isAtEnd ? '' : purchaseOffer(purchase, messages)}
</div></section>`;
}

/** Links to the publisher's own pages. */
export function publisherLinks(deployment: PageDeployment | null, messages: PageMessages): string {
  const links = (['home', 'privacy', 'terms'] as const).flatMap((name) => {
    const url = deployment?.links[name];
    return url
      ? [`<a${htmlAttribute('href', url)} target="_top">${escapeHtml(messages[name])}</a>`]
      : [];
  });
  return links.length > 0
    ? `<nav class="links"${htmlAttribute('aria-label', deployment?.name ?? messages.home)}>${links.join('')}</nav>`
    : '';
}
