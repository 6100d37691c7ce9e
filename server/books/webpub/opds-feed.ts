import type { BookSearchPage, FacetKind } from '../../search/contract.ts';
import type { Book } from '../contract.ts';
import { withLanguageNames } from '../language-names.ts';
import {
  type WebpubLink,
  webpubMediaType,
  type OpdsFeed,
  type OpdsPublication,
  opdsMediaType,
} from './contract.ts';
import { toWebpubMetadata } from './metadata.ts';

interface FeedParts {
  books: Book[];
  page: Pick<BookSearchPage, 'total' | 'facets'>;
  limit: number;
  nextCursor: string | null;
  /** The request's path and query. */
  requestUrl: string;
  /** Media types of books' own covers, by book id. */
  coverTypes: ReadonlyMap<string, string>;
}

const facetTitles = {
  language: 'Language',
  subject: 'Subject',
  author: 'Author',
  publisher: 'Publisher',
} satisfies Record<FacetKind, string>;

/** Converts a page of books to an OPDS 2.0 feed. */
export function toOpdsFeed(parts: FeedParts, publicUrl: string): OpdsFeed {
  const { books, page, limit, nextCursor, requestUrl, coverTypes } = parts;
  const { pathname, searchParams: self } = new URL(requestUrl, publicUrl);
  const links: WebpubLink[] = [
    { rel: 'self', href: address(self), type: opdsMediaType },
    {
      rel: 'search',
      href: `${publicUrl}${pathname}?q={query}{&title,author}`,
      type: opdsMediaType,
      templated: true,
    },
  ];
  if (nextCursor) {
    links.push({ rel: 'next', href: address(self, { cursor: nextCursor }), type: opdsMediaType });
  }
  const facets = facetKinds().flatMap((kind) => {
    const values = page.facets[kind] ?? [];
    return values.length > 0
      ? [
          {
            metadata: { title: facetTitles[kind] },
            links: values.map((value) => facetLink(kind, value)),
          },
        ]
      : [];
  });
  return {
    metadata: {
      title: self.get('q') ?? 'Books',
      numberOfItems: page.total,
      itemsPerPage: limit,
    },
    links,
    publications: books.map((book) => toPublication(book, coverTypes.get(book.id), publicUrl)),
    ...(facets.length > 0 ? { facets } : {}),
  };

  function facetLink(
    kind: FacetKind,
    { value, count }: { value: string; count: number },
  ): WebpubLink {
    return {
      href: address(self, { [kind]: value, cursor: null }),
      type: opdsMediaType,
      title: kind === 'language' ? withLanguageNames({ value, count }).name : value,
      properties: { numberOfItems: count },
    };
  }

  function address(query: URLSearchParams, changes: Record<string, string | null> = {}): string {
    const changed = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) changed.delete(name);
      else changed.set(name, value);
    }
    return `${publicUrl}${pathname}${changed.size > 0 ? `?${changed}` : ''}`;
  }
}

/**
 * Converts a book. A readable book links to its manifest as an acquisition, and any other book
 * links to its record as a preview. Every publication has an image because OPDS requires one;
 * without a cover, it is the blank cover.
 */
function toPublication(
  book: Book,
  coverType: string | undefined,
  publicUrl: string,
): OpdsPublication {
  const record = `${publicUrl}/v1/books/${book.id}`;
  const links: WebpubLink[] = book.readable
    ? [
        {
          rel: ['self', 'http://opds-spec.org/acquisition/open-access'],
          href: `${record}/manifest`,
          type: webpubMediaType,
        },
        { rel: 'alternate', href: record, type: 'application/json' },
      ]
    : [{ rel: ['self', 'preview'], href: record, type: 'application/json' }];
  return {
    metadata: toWebpubMetadata(book, publicUrl),
    links,
    images: coverImages(book, coverType, publicUrl),
  };
}

/** Image types that all OPDS clients support. */
const portableImageTypes = new Set(['image/jpeg', 'image/png', 'image/gif']);

function coverImages(
  { cover }: Book,
  coverType: string | undefined,
  publicUrl: string,
): WebpubLink[] {
  const blank: WebpubLink = {
    href: `${publicUrl}/content/cover.png`,
    type: 'image/png',
    width: 400,
    height: 600,
  };
  if (!cover) return [blank];
  const type = coverType || imageTypeFromUrl(cover.url);
  const own: WebpubLink = {
    href: cover.url,
    ...(type === undefined ? {} : { type }),
    ...(cover.width ? { width: cover.width } : {}),
    ...(cover.height ? { height: cover.height } : {}),
  };
  return type !== undefined && portableImageTypes.has(type) ? [own] : [own, blank];
}

const typesByExtension: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** Guesses the media type of an external cover from its URL. */
function imageTypeFromUrl(url: string): string | undefined {
  const name = URL.canParse(url) ? new URL(url).pathname : url;
  return typesByExtension[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
}

function facetKinds(): FacetKind[] {
  return Object.keys(facetTitles) as FacetKind[];
}
