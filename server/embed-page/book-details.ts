import type { TocEntryContent } from '../reading-sessions/contract.ts';
import type { PageDeployment, PagePurchase } from './contract.ts';
import { authorsOf } from './head.ts';
import { htmlAttribute, escapeHtml } from './html.ts';
import type { BookPage } from './book-page.ts';
import type { PageMessages } from './messages.ts';

/** Entries of a contents list that are shown: more are no help to anyone. */
const maxTocEntries = 500;

/** What stands below the text: the sample’s end, ways to other sections, and the book itself. */
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

function purchaseOffer(purchase: PagePurchase | null, words: PageMessages): string {
  if (!purchase) return '';
  const { price, converted, buyUrl } = purchase;
  const roughly =
    converted && ` <small>${escapeHtml(words.roughly(formatMoney(converted, words)))}</small>`;
  return [
    price && `<p class="price">${escapeHtml(formatMoney(price, words))}${roughly ?? ''}</p>`,
    buyUrl &&
      `<p><a class="buy"${htmlAttribute('href', buyUrl)} target="_blank" rel="noopener sponsored">${escapeHtml(words.buy)}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n');
}

function formatMoney(
  { amount, currency }: { amount: string; currency: string },
  words: PageMessages,
): string {
  const format = new Intl.NumberFormat(words.locale, { style: 'currency', currency });
  // The digits as they are: a number would round what no currency of today has.
  return format.format(amount as `${number}`);
}

function sectionLinks({ embed, urls, isSectionReadable, messages }: BookPage): string {
  const { readingOrder, first } = embed;
  const beside = (step: 1 | -1): number | null => {
    for (let at = first.index + step; readingOrder[at]; at += step) {
      if (readingOrder[at]?.linear && isSectionReadable(at)) return at;
    }
    return null;
  };
  const link = (index: number | null, rel: 'prev' | 'next', word: string) =>
    index === null
      ? ''
      : `<a rel="${rel}"${htmlAttribute('href', urls.section(index))}>${escapeHtml(
          [word, readingOrder[index]?.title].filter(Boolean).join(': '),
        )}</a>`;
  const both = link(beside(-1), 'prev', messages.previous) + link(beside(1), 'next', messages.next);
  return both && `<nav class="turn"${htmlAttribute('aria-label', messages.sections)}>${both}</nav>`;
}

function tableOfContents({ embed, urls, isSectionReadable, messages }: BookPage): string {
  let left = maxTocEntries;
  const list = (entries: TocEntryContent[]): string => {
    const items = entries.flatMap(({ title, section, children }) => {
      if (left <= 0) return [];
      left -= 1;
      const name =
        section === null || !isSectionReadable(section)
          ? `<span>${escapeHtml(title)}</span>`
          : `<a${htmlAttribute('href', urls.section(section))}${section === embed.first.index ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
      return [`<li>${name}${list(children)}</li>`];
    });
    return items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '';
  };
  const all = list(embed.toc);
  if (!all) return '';
  const language = embed.book.languages[0];
  return `<nav aria-labelledby="svc-contents"><h2 id="svc-contents">${escapeHtml(messages.contents)}</h2>
<div${language ? htmlAttribute('lang', language) : ''} dir="auto">${all}</div></nav>`;
}

function bookSummary({ embed, urls, messages }: BookPage): string {
  const { book, purchase, access, session } = embed;
  // Of a cover elsewhere the page would show a gap: its policy lets nothing in.
  const cover =
    book.cover?.url.startsWith(session.content) &&
    `<img${htmlAttribute('src', book.cover.url)}${htmlAttribute('alt', messages.cover(book.title))} loading="lazy"` +
      `${book.cover.width && book.cover.height ? ` width="${book.cover.width}" height="${book.cover.height}"` : ''}>`;
  const authors = authorsOf(book).join(', ');
  const isAtEnd = access.until?.section === embed.first.index;
  const facts = [book.publisher, book.publishedAt?.slice(0, 4)].filter(Boolean).join(', ');
  return `<section class="book"${htmlAttribute('aria-label', messages.about)}>${cover || '<span></span>'}<div dir="auto">
<h2><a${htmlAttribute('href', urls.book)}>${escapeHtml(book.title)}</a></h2>
${authors && `<p class="by">${escapeHtml(messages.by(authors))}</p>`}
${book.description ? `<p>${escapeHtml(book.description)}</p>` : ''}
${facts && `<p><small>${escapeHtml(facts)}</small></p>`}
${isAtEnd ? '' : purchaseOffer(purchase, messages)}
</div></section>`;
}

/** The ways to the publisher’s own pages. */
export function publisherLinks(deployment: PageDeployment | null, words: PageMessages): string {
  const all = (['home', 'privacy', 'terms'] as const).flatMap((name) => {
    const address = deployment?.links[name];
    return address
      ? [`<a${htmlAttribute('href', address)} target="_top">${escapeHtml(words[name])}</a>`]
      : [];
  });
  return all.length > 0
    ? `<nav class="links"${htmlAttribute('aria-label', deployment?.name ?? words.home)}>${all.join('')}</nav>`
    : '';
}
