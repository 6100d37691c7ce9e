import { z } from 'zod';
import { canonicalLanguageTag } from '../../values/language-tag.ts';
import { toIsbn13 } from '../../values/isbn.ts';
import {
  toAuthors,
  trustedCoverUrl,
  parseDate,
  sanitizeLine,
  toSubjects,
  sanitizeText,
} from './source-values.ts';
import {
  type MetadataSource,
  type LookupResult,
  type LookupQuery,
  SourceError,
} from './contract.ts';
import type { FetchJson } from './fetch-json.ts';
import { matchScore, minMatchScore, titleOverlap, type WorkReference } from './match-score.ts';

const coverHosts = ['books.google.com', 'books.googleusercontent.com'];
const maxIsbns = 2;
const minTitleOverlap = 0.5;

/** https://developers.google.com/books/docs/v1/reference/volumes */
const Volume = z.object({
  title: z.string(),
  subtitle: z.string().optional(),
  authors: z.array(z.string()).optional(),
  publisher: z.string().optional(),
  publishedDate: z.string().optional(),
  description: z.string().optional(),
  industryIdentifiers: z.array(z.object({ type: z.string(), identifier: z.string() })).optional(),
  pageCount: z.int().min(0).max(100_000).optional(),
  categories: z.array(z.string()).optional(),
  imageLinks: z.record(z.string(), z.string()).optional(),
  language: z.string().optional(),
});
type Volume = z.infer<typeof Volume>;

const Volumes = z.object({
  items: z
    .array(z.object({ volumeInfo: z.unknown() }))
    .max(100)
    .optional(),
});

/** The Google Books source. Looks up books by ISBN, then by title and author. */
export function googleBooks(baseUrl: string, get: FetchJson): MetadataSource {
  async function search(q: string, signal: AbortSignal): Promise<Volume[]> {
    const parameters = new URLSearchParams({ q, maxResults: '10', printType: 'books' });
    const response = await get(
      new URL(`${baseUrl}/books/v1/volumes?${parameters.toString()}`),
      signal,
    );
    if (response === null) return [];
    const { data, error } = Volumes.safeParse(response);
    if (error)
      throw new SourceError(`Google Books returned an unexpected structure: ${error.message}`);
    // Skip volumes without a title instead of rejecting the whole response.
    return (data.items ?? []).flatMap(({ volumeInfo }) => Volume.safeParse(volumeInfo).data ?? []);
  }

  async function findByIsbn(query: LookupQuery, isbn: string, signal: AbortSignal) {
    const volumes = await search(`isbn:${isbn}`, signal);
    const same = volumes.find(
      (volume) =>
        volume.industryIdentifiers?.some(({ identifier }) => toIsbn13(identifier) === isbn) &&
        titleOverlap(query, workReferenceOf(volume)) >= minTitleOverlap,
    );
    return same ? { confidence: 1, values: { ...workValues(same), ...editionValues(same) } } : null;
  }

  async function findByName(query: LookupQuery, signal: AbortSignal): Promise<LookupResult | null> {
    const [author] = query.authors;
    if (!author) return null;
    const quoted = [query.title, author].map((text) => `"${text.replaceAll('"', ' ')}"`);
    const volumes = await search(`intitle:${quoted[0]} inauthor:${quoted[1]}`, signal);
    const [best] = volumes
      .map((volume) => ({ volume, score: matchScore(query, workReferenceOf(volume)) }))
      .sort((one, other) => other.score - one.score);
    if (!best || best.score < minMatchScore) return null;
    return { confidence: best.score, values: workValues(best.volume) };
  }

  return {
    name: 'googlebooks',
    async lookUp(query, signal) {
      for (const isbn of query.isbns.slice(0, maxIsbns)) {
        const result = await findByIsbn(query, isbn, signal);
        if (result) return result;
      }
      return findByName(query, signal);
    },
  };
}

function workReferenceOf({ title, subtitle, authors }: Volume): WorkReference {
  return { title, subtitle: subtitle ?? null, authors: authors ?? [] };
}

function workValues({ description, categories, imageLinks }: Volume) {
  const links = imageLinks ?? {};
  const cover = links['large'] ?? links['medium'] ?? links['thumbnail'];
  return {
    description: sanitizeText(description),
    subjects: toSubjects(categories ?? []),
    coverUrl: trustedCoverUrl(cover, coverHosts),
  };
}

function editionValues(volume: Volume) {
  const language = canonicalLanguageTag(volume.language);
  return {
    subtitle: sanitizeLine(volume.subtitle),
    contributors: toAuthors(volume.authors ?? []),
    publisher: sanitizeLine(volume.publisher),
    publishedAt: parseDate(volume.publishedDate),
    // The source returns 0 for an unknown page count.
    pageCount: volume.pageCount || null,
    languages: language ? [language] : [],
  };
}
