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

/** Google Books, by ISBN, else by title and author. */
export function googleBooks(baseUrl: string, get: FetchJson): MetadataSource {
  async function ask(q: string, signal: AbortSignal): Promise<Volume[]> {
    const query = new URLSearchParams({ q, maxResults: '10', printType: 'books' });
    const answer = await get(new URL(`${baseUrl}/books/v1/volumes?${query.toString()}`), signal);
    if (answer === null) return [];
    const { data, error } = Volumes.safeParse(answer);
    if (error) throw new SourceError(`Google Books answered in another form: ${error.message}`);
    // One volume without a title is no reason to lose the others.
    return (data.items ?? []).flatMap(({ volumeInfo }) => Volume.safeParse(volumeInfo).data ?? []);
  }

  async function findByIsbn(question: LookupQuery, isbn: string, signal: AbortSignal) {
    const volumes = await ask(`isbn:${isbn}`, signal);
    const same = volumes.find(
      (volume) =>
        volume.industryIdentifiers?.some(({ identifier }) => toIsbn13(identifier) === isbn) &&
        titleOverlap(question, workReferenceOf(volume)) >= minTitleOverlap,
    );
    return same ? { confidence: 1, values: { ...workValues(same), ...editionValues(same) } } : null;
  }

  async function findByName(
    question: LookupQuery,
    signal: AbortSignal,
  ): Promise<LookupResult | null> {
    const [author] = question.authors;
    if (!author) return null;
    const quoted = [question.title, author].map((text) => `"${text.replaceAll('"', ' ')}"`);
    const volumes = await ask(`intitle:${quoted[0]} inauthor:${quoted[1]}`, signal);
    const [best] = volumes
      .map((volume) => ({ volume, score: matchScore(question, workReferenceOf(volume)) }))
      .sort((one, other) => other.score - one.score);
    if (!best || best.score < minMatchScore) return null;
    return { confidence: best.score, values: workValues(best.volume) };
  }

  return {
    name: 'googlebooks',
    async lookUp(question, signal) {
      for (const isbn of question.isbns.slice(0, maxIsbns)) {
        const finding = await findByIsbn(question, isbn, signal);
        if (finding) return finding;
      }
      return findByName(question, signal);
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
    // The source writes 0 where it does not know.
    pageCount: volume.pageCount || null,
    languages: language ? [language] : [],
  };
}
