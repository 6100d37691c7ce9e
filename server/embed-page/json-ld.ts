import type { Book } from '../books/contract.ts';
import type { PageUrls, PagePurchase } from './contract.ts';

/** MARC relators that schema.org has a property for. */
const propertyByRole: Record<string, string> = {
  aut: 'author',
  trl: 'translator',
  ill: 'illustrator',
  edt: 'editor',
  nrt: 'readBy',
  ctb: 'contributor',
};

/**
 * The book in the terms of https://schema.org/Book: the work, and this edition of it as its example
 * with where it is read and what it costs.
 */
export function bookJsonLd(
  book: Book,
  { book: address }: Pick<PageUrls, 'book'>,
  purchase: PagePurchase | null,
  isSample: boolean,
): object {
  const language = book.languages[0];
  const isbn = isbnOf(book);
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': address,
    url: address,
    name: book.title,
    ...(book.subtitle && { alternativeHeadline: book.subtitle }),
    ...contributorsOf(book),
    ...(isbn && { isbn }),
    ...(language && { inLanguage: language }),
    ...(book.description && { description: book.description }),
    ...(book.publisher && { publisher: { '@type': 'Organization', name: book.publisher } }),
    ...(book.publishedAt && { datePublished: book.publishedAt }),
    ...(book.pageCount && { numberOfPages: book.pageCount }),
    ...(book.cover && { image: book.cover.url }),
    ...(book.subjects.length > 0 && { about: book.subjects.map(({ label }) => label) }),
    ...(book.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: book.rating.average,
        ratingCount: book.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    isAccessibleForFree: !isSample,
    workExample: {
      '@type': 'Book',
      '@id': `${address}#edition`,
      url: address,
      name: book.title,
      bookFormat: 'https://schema.org/EBook',
      ...(isbn && { isbn }),
      ...(language && { inLanguage: language }),
      ...accessibilityOf(book),
      ...offersOf(purchase, address),
      potentialAction: {
        '@type': 'ReadAction',
        target: { '@type': 'EntryPoint', urlTemplate: address },
      },
    },
    ...offersOf(purchase, address),
  };
}

export function isbnOf({ identifiers }: Book): string | null {
  const isbns = identifiers.filter(({ scheme }) => scheme === 'isbn').map(({ value }) => value);
  return isbns.find(({ length }) => length === 13) ?? isbns[0] ?? null;
}

function contributorsOf({ contributors }: Book): Record<string, object[]> {
  const found = Map.groupBy(contributors, ({ role }) => propertyByRole[role] ?? 'contributor');
  return Object.fromEntries(
    [...found].map(([property, people]) => [
      property,
      people.map(({ name }) => ({ '@type': 'Person', name })),
    ]),
  );
}

function accessibilityOf({ accessibility }: Book): object {
  if (!accessibility) return {};
  const { accessModes, features, hazards, summary } = accessibility;
  return {
    ...(accessModes.length > 0 && { accessMode: accessModes }),
    ...(features.length > 0 && { accessibilityFeature: features }),
    ...(hazards.length > 0 && { accessibilityHazard: hazards }),
    ...(summary && { accessibilitySummary: summary }),
  };
}

/** In the currency that the book is sold in: what it comes to in another is no offer. */
function offersOf(purchase: PagePurchase | null, url: string): object {
  if (!purchase?.price) return {};
  const { amount, currency } = purchase.price;
  return {
    offers: {
      '@type': 'Offer',
      price: amount,
      priceCurrency: currency,
      availability: 'https://schema.org/InStock',
      url,
    },
  };
}
