import type { Book as BookSchema, Offer, Person, WithContext } from 'schema-dts';
import type { Book } from '../books/contract.ts';
import type { PageUrls, PagePurchase } from './contract.ts';

/** schema.org properties for MARC relator codes. */
const propertyByRole: Record<string, 'author' | 'translator' | 'illustrator' | 'editor'> = {
  aut: 'author',
  trl: 'translator',
  ill: 'illustrator',
  edt: 'editor',
};

/**
 * Describes the book as a https://schema.org/Book. The work has this edition as its `workExample`,
 * with the URL to read it and its price.
 */
export function bookJsonLd(
  book: Book,
  { book: pageUrl }: Pick<PageUrls, 'book'>,
  purchase: PagePurchase | null,
  isSample: boolean,
): WithContext<BookSchema> {
  const language = book.languages[0];
  const isbn = isbnOf(book);
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': pageUrl,
    url: pageUrl,
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
    ...(book.subjects.length > 0 && { keywords: book.subjects.map(({ label }) => label) }),
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
      '@id': `${pageUrl}#edition`,
      url: pageUrl,
      name: book.title,
      bookFormat: 'https://schema.org/EBook',
      ...(isbn && { isbn }),
      ...(language && { inLanguage: language }),
      ...accessibilityOf(book),
      ...offersOf(purchase, pageUrl),
      potentialAction: {
        '@type': 'ReadAction',
        target: { '@type': 'EntryPoint', urlTemplate: pageUrl },
      },
    },
    ...offersOf(purchase, pageUrl),
  };
}

export function isbnOf({ identifiers }: Book): string | null {
  const isbns = identifiers.filter(({ scheme }) => scheme === 'isbn').map(({ value }) => value);
  return isbns.find(({ length }) => length === 13) ?? isbns[0] ?? null;
}

function contributorsOf({ contributors }: Book): Record<string, Person[]> {
  const byProperty = Map.groupBy(contributors, ({ role }) => propertyByRole[role] ?? 'contributor');
  return Object.fromEntries(
    [...byProperty].map(([property, people]) => [
      property,
      people.map(({ name }): Person => ({ '@type': 'Person', name })),
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

/** Returns the offer in the book's own currency because converted prices are only approximate. */
function offersOf(purchase: PagePurchase | null, url: string): { offers?: Offer } {
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
