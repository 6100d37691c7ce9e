import type { PageUrls } from './contract.ts';

type QueryParameters = Record<string, string | number | null | undefined>;

/**
 * Addresses of the pages at `/v1/reader/embed`.
 *
 * @param identity - What says which page it is, and goes into its canonical address.
 * @param visit - What belongs to one visit: links carry it on.
 */
export function embedPageUrls(
  publicUrl: string,
  identity: { book: string; key: string | undefined; deployment: string | undefined },
  visit: QueryParameters,
  section: number | null,
): PageUrls {
  const path = (parameters: QueryParameters) =>
    `/v1/reader/embed?${toQueryString({ ...identity, format: 'html', ...parameters })}`;
  const at = (parameters: QueryParameters) => publicUrl + path(parameters);
  return {
    canonical: at({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: at({}),
    oembed: (format) => oembedUrl(publicUrl, at({}), format),
  };
}

/** Addresses of the pages on the host of a deployment. */
export function hostPageUrls(
  origin: string,
  book: string,
  visit: QueryParameters,
  section: number | null,
): PageUrls {
  const path = (parameters: QueryParameters) => {
    const query = toQueryString(parameters);
    return `/books/${book}${query && `?${query}`}`;
  };
  const at = (parameters: QueryParameters) => origin + path(parameters);
  return {
    canonical: at({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: at({}),
    oembed: (format) => oembedUrl(origin, at({}), format),
  };
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
