import type { PageUrls, PageEmbed } from './contract.ts';

type QueryParameters = Record<string, string | number | null | undefined>;

/**
 * URLs of the pages at `/v1/reader/embed`.
 *
 * @param identity - Parameters that identify the page. Part of its canonical URL.
 * @param visit - Parameters of the current visit. Links keep them, but the canonical URL does not.
 */
export function embedPageUrls(
  publicUrl: string,
  identity: { book: string; key: string | undefined; deployment: string | undefined },
  visit: QueryParameters,
  section: number | string | null,
): PageUrls {
  const path = (parameters: QueryParameters) =>
    `/v1/reader/embed?${toQueryString({ ...identity, format: 'html', ...parameters })}`;
  const absolute = (parameters: QueryParameters) => publicUrl + path(parameters);
  return {
    canonical: absolute({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: absolute({}),
    bookVisit: path({ ...visit, chapter: null }),
    // The server's own host has no icon.
    icon: 'data:,',
    oembed: (format) => oembedUrl(publicUrl, absolute({}), format),
  };
}

/**
 * URLs of the pages on a custom domain.
 *
 * @param book - The last segment of its path, from `bookPathSegment`.
 */
export function hostPageUrls(
  origin: string,
  book: string,
  visit: QueryParameters,
  section: number | string | null,
): PageUrls {
  const path = (parameters: QueryParameters) => {
    const query = toQueryString(parameters);
    return `/books/${book}${query && `?${query}`}`;
  };
  const absolute = (parameters: QueryParameters) => origin + path(parameters);
  return {
    canonical: absolute({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: absolute({}),
    bookVisit: path({ ...visit, chapter: null }),
    icon: '/favicon.ico',
    oembed: (format) => oembedUrl(origin, absolute({}), format),
  };
}

/** URL of the list of books on a custom domain. */
export function libraryUrl(origin: string, parameters: QueryParameters): string {
  const query = toQueryString(parameters);
  return `${origin}/${query && `?${query}`}`;
}

function oembedUrl(origin: string, url: string, format: 'json' | 'xml'): string {
  return `${origin}/oembed?${toQueryString({ format, url })}`;
}

function toQueryString(parameters: QueryParameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return query.toString();
}

/** Returns the value of `chapter` in the URL of a section. */
export function sectionName(
  { readingOrder }: Pick<PageEmbed, 'readingOrder'>,
  index: number,
): number | string {
  return readingOrder[index]?.chapter?.id ?? index;
}
