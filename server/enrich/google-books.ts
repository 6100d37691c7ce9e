import { z } from 'zod';
import { languageTag } from '../epub/package/language-tag.ts';
import { isbn13 } from '../text/isbn.ts';
import { authorsOf, coverUrlOf, dateOf, lineOf, subjectsOf, textOf } from './clean-values.ts';
import { type Enricher, type Finding, type Question, SourceFailure } from './enricher.ts';
import type { GetJson } from './get-json.ts';
import { matchScore, sureScore, titleOverlap, type WorkName } from './match-score.ts';

const coverHosts = ['books.google.com', 'books.googleusercontent.com'];
const mostIsbns = 2;
const leastOverlap = 0.5;

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
export function googleBooks(baseUrl: string, get: GetJson): Enricher {
  async function ask(q: string, signal: AbortSignal): Promise<Volume[]> {
    const query = new URLSearchParams({ q, maxResults: '10', printType: 'books' });
    const answer = await get(new URL(`${baseUrl}/books/v1/volumes?${query.toString()}`), signal);
    if (answer === null) return [];
    const { data, error } = Volumes.safeParse(answer);
    if (error) throw new SourceFailure(`Google Books answered in another form: ${error.message}`);
    // One volume without a title is no reason to lose the others.
    return (data.items ?? []).flatMap(({ volumeInfo }) => Volume.safeParse(volumeInfo).data ?? []);
  }

  async function findByIsbn(question: Question, isbn: string, signal: AbortSignal) {
    const volumes = await ask(`isbn:${isbn}`, signal);
    const same = volumes.find(
      (volume) =>
        volume.industryIdentifiers?.some(({ identifier }) => isbn13(identifier) === isbn) &&
        titleOverlap(question, nameOf(volume)) >= leastOverlap,
    );
    return same
      ? { confidence: 1, values: { ...valuesOfWork(same), ...valuesOfEdition(same) } }
      : null;
  }

  async function findByName(question: Question, signal: AbortSignal): Promise<Finding | null> {
    const [author] = question.authors;
    if (!author) return null;
    const quoted = [question.title, author].map((text) => `"${text.replaceAll('"', ' ')}"`);
    const volumes = await ask(`intitle:${quoted[0]} inauthor:${quoted[1]}`, signal);
    const [best] = volumes
      .map((volume) => ({ volume, score: matchScore(question, nameOf(volume)) }))
      .sort((one, other) => other.score - one.score);
    if (!best || best.score < sureScore) return null;
    return { confidence: best.score, values: valuesOfWork(best.volume) };
  }

  return {
    name: 'googlebooks',
    async find(question, signal) {
      for (const isbn of question.isbns.slice(0, mostIsbns)) {
        const finding = await findByIsbn(question, isbn, signal);
        if (finding) return finding;
      }
      return findByName(question, signal);
    },
  };
}

function nameOf({ title, subtitle, authors }: Volume): WorkName {
  return { title, subtitle: subtitle ?? null, authors: authors ?? [] };
}

function valuesOfWork({ description, categories, imageLinks }: Volume) {
  const links = imageLinks ?? {};
  const cover = links['large'] ?? links['medium'] ?? links['thumbnail'];
  return {
    description: textOf(description),
    subjects: subjectsOf(categories ?? []),
    coverUrl: coverUrlOf(cover, coverHosts),
  };
}

function valuesOfEdition(volume: Volume) {
  const language = languageTag(volume.language);
  return {
    subtitle: lineOf(volume.subtitle),
    contributors: authorsOf(volume.authors ?? []),
    publisher: lineOf(volume.publisher),
    publishedAt: dateOf(volume.publishedDate),
    // The source writes 0 where it does not know.
    pageCount: volume.pageCount || null,
    languages: language ? [language] : [],
  };
}
