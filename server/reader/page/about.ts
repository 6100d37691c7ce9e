import type { TocEntryContent } from '../contract.ts';
import type { PageDeployment, PagePurchase } from './contract.ts';
import { authorsOf } from './head.ts';
import { attribute, text } from './markup.ts';
import type { ReadingPage } from './reading-page.ts';
import type { Words } from './words.ts';

/** Entries of a contents list that are shown: more are no help to anyone. */
const entriesShown = 500;

/** What stands below the text: the sample’s end, ways to other sections, and the book itself. */
export function about(page: ReadingPage): string {
  const { embed, words } = page;
  return `<div class="about"${attribute('lang', words.locale)}${attribute('dir', words.direction)}>
${[sampleEnd(page), turns(page), contents(page), aboutBook(page), links(embed.deployment, words)]
  .filter(Boolean)
  .join('\n')}
</div>`;
}

function sampleEnd({ embed, words }: ReadingPage): string {
  const { access, first, book, purchase } = embed;
  if (access.mode !== 'sample' || access.until?.section !== first.index) return '';
  return `<section class="end">
<h2>${text(words.sampleEnds)}</h2>
<p>${text(words.sampleEndsHelp(book.title))}</p>
${offer(purchase, words)}
</section>`;
}

function offer(purchase: PagePurchase | null, words: Words): string {
  if (!purchase) return '';
  const { price, converted, buyUrl } = purchase;
  const roughly = converted && ` <small>${text(words.roughly(money(converted, words)))}</small>`;
  return [
    price && `<p class="price">${text(money(price, words))}${roughly ?? ''}</p>`,
    buyUrl &&
      `<p><a class="buy"${attribute('href', buyUrl)} target="_blank" rel="noopener sponsored">${text(words.buy)}</a></p>`,
  ]
    .filter(Boolean)
    .join('\n');
}

function money({ amount, currency }: { amount: string; currency: string }, words: Words): string {
  const format = new Intl.NumberFormat(words.locale, { style: 'currency', currency });
  // The digits as they are: a number would round what no currency of today has.
  return format.format(amount as `${number}`);
}

function turns({ embed, addresses, isReadable, words }: ReadingPage): string {
  const { readingOrder, first } = embed;
  const beside = (step: 1 | -1): number | null => {
    for (let at = first.index + step; readingOrder[at]; at += step) {
      if (readingOrder[at]?.linear && isReadable(at)) return at;
    }
    return null;
  };
  const link = (index: number | null, rel: 'prev' | 'next', word: string) =>
    index === null
      ? ''
      : `<a rel="${rel}"${attribute('href', addresses.section(index))}>${text(
          [word, readingOrder[index]?.title].filter(Boolean).join(': '),
        )}</a>`;
  const both = link(beside(-1), 'prev', words.previous) + link(beside(1), 'next', words.next);
  return both && `<nav class="turn"${attribute('aria-label', words.sections)}>${both}</nav>`;
}

function contents({ embed, addresses, isReadable, words }: ReadingPage): string {
  let left = entriesShown;
  const list = (entries: TocEntryContent[]): string => {
    const items = entries.flatMap(({ title, section, children }) => {
      if (left <= 0) return [];
      left -= 1;
      const name =
        section === null || !isReadable(section)
          ? `<span>${text(title)}</span>`
          : `<a${attribute('href', addresses.section(section))}${section === embed.first.index ? ' aria-current="page"' : ''}>${text(title)}</a>`;
      return [`<li>${name}${list(children)}</li>`];
    });
    return items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '';
  };
  const all = list(embed.toc);
  if (!all) return '';
  const language = embed.book.languages[0];
  return `<nav aria-labelledby="svc-contents"><h2 id="svc-contents">${text(words.contents)}</h2>
<div${language ? attribute('lang', language) : ''} dir="auto">${all}</div></nav>`;
}

function aboutBook({ embed, addresses, words }: ReadingPage): string {
  const { book, purchase, access, session } = embed;
  // Of a cover elsewhere the page would show a gap: its policy lets nothing in.
  const cover =
    book.cover?.url.startsWith(session.content) &&
    `<img${attribute('src', book.cover.url)}${attribute('alt', words.cover(book.title))} loading="lazy"` +
      `${book.cover.width && book.cover.height ? ` width="${book.cover.width}" height="${book.cover.height}"` : ''}>`;
  const authors = authorsOf(book).join(', ');
  const isAtEnd = access.until?.section === embed.first.index;
  const facts = [book.publisher, book.publishedAt?.slice(0, 4)].filter(Boolean).join(', ');
  return `<section class="book"${attribute('aria-label', words.about)}>${cover || '<span></span>'}<div dir="auto">
<h2><a${attribute('href', addresses.book)}>${text(book.title)}</a></h2>
${authors && `<p class="by">${text(words.by(authors))}</p>`}
${book.description ? `<p>${text(book.description)}</p>` : ''}
${facts && `<p><small>${text(facts)}</small></p>`}
${isAtEnd ? '' : offer(purchase, words)}
</div></section>`;
}

/** The ways to the publisher’s own pages. */
export function links(deployment: PageDeployment | null, words: Words): string {
  const all = (['home', 'privacy', 'terms'] as const).flatMap((name) => {
    const address = deployment?.links[name];
    return address
      ? [`<a${attribute('href', address)} target="_top">${text(words[name])}</a>`]
      : [];
  });
  return all.length > 0
    ? `<nav class="links"${attribute('aria-label', deployment?.name ?? words.home)}>${all.join('')}</nav>`
    : '';
}
