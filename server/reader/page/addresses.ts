import type { PageAddresses } from './contract.ts';

type Parameters = Record<string, string | number | null | undefined>;

/**
 * Addresses of the pages at `/v1/reader/embed`.
 *
 * @param identity - What says which page it is, and goes into its canonical address.
 * @param visit - What belongs to one visit: links carry it on.
 */
export function embedAddresses(
  publicUrl: string,
  identity: { book: string; key: string | undefined; deployment: string | undefined },
  visit: Parameters,
  section: number | null,
): PageAddresses {
  const path = (parameters: Parameters) =>
    `/v1/reader/embed?${queryOf({ ...identity, format: 'html', ...parameters })}`;
  const at = (parameters: Parameters) => publicUrl + path(parameters);
  return {
    canonical: at({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: at({}),
    oembed: (format) => oembedAddress(publicUrl, at({}), format),
  };
}

/** Addresses of the pages on the host of a deployment. */
export function hostAddresses(
  origin: string,
  book: string,
  visit: Parameters,
  section: number | null,
): PageAddresses {
  const path = (parameters: Parameters) => {
    const query = queryOf(parameters);
    return `/books/${book}${query && `?${query}`}`;
  };
  const at = (parameters: Parameters) => origin + path(parameters);
  return {
    canonical: at({ chapter: section }),
    section: (chapter) => path({ ...visit, chapter }),
    book: at({}),
    oembed: (format) => oembedAddress(origin, at({}), format),
  };
}

function oembedAddress(origin: string, url: string, format: 'json' | 'xml'): string {
  return `${origin}/oembed?${queryOf({ format, url })}`;
}

function queryOf(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return query.toString();
}
