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
import { matchScore, minMatchScore, titleOverlap } from './match-score.ts';

const coverHosts = ['covers.openlibrary.org'];
const maxIsbns = 2;
const minTitleOverlap = 0.5;

const NamedList = z.array(z.object({ name: z.string() })).optional();
const Text = z.union([z.string(), z.object({ value: z.string() })]).optional();

/** `/api/books?jscmd=data`: https://openlibrary.org/dev/docs/api/books */
const BooksResponse = z.record(
  z.string(),
  z.object({
    title: z.string(),
    subtitle: z.string().optional(),
    authors: NamedList,
    publishers: NamedList,
    subjects: NamedList,
    publish_date: z.string().optional(),
    number_of_pages: z.int().positive().max(100_000).optional(),
    identifiers: z.record(z.string(), z.array(z.string())).optional(),
    cover: z.object({ large: z.string().optional(), medium: z.string().optional() }).optional(),
  }),
);

/** `/isbn/….json`: an edition. */
const Edition = z.object({
  description: Text,
  languages: z.array(z.object({ key: z.string() })).optional(),
});

/** `/search.json`: https://openlibrary.org/dev/docs/api/search */
const SearchResponse = z.object({
  docs: z
    .array(
      z.object({
        key: z.string(),
        title: z.string(),
        subtitle: z.string().optional(),
        author_name: z.array(z.string()).optional(),
        cover_i: z.int().positive().optional(),
        subject: z.array(z.string()).optional(),
      }),
    )
    .max(100),
});

const Work = z.object({ description: Text });

/**
 * The Open Library source. Looks up books by ISBN, then by title and author. Work-level values
 * apply to every edition.
 */
export function openLibrary(baseUrl: string, get: FetchJson): MetadataSource {
  const request = async <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal) => {
    const response = await get(new URL(`${baseUrl}${path}`), signal);
    if (response === null) return null;
    const { data, error } = schema.safeParse(response);
    if (error)
      throw new SourceError(`Open Library returned an unexpected structure: ${error.message}`);
    return data;
  };

  async function findByIsbn(
    query: LookupQuery,
    isbn: string,
    signal: AbortSignal,
  ): Promise<LookupResult | null> {
    const path = `/api/books?bibkeys=ISBN:${isbn}&format=json&jscmd=data`;
    const data = (await request(path, BooksResponse, signal))?.[`ISBN:${isbn}`];
    if (!data) return null;
    const { isbn_13: long = [], isbn_10: short = [] } = data.identifiers ?? {};
    const name = { title: data.title, subtitle: data.subtitle ?? null, authors: [] };
    if (![...long, ...short].some((stated) => toIsbn13(stated) === isbn)) return null;
    if (titleOverlap(query, name) < minTitleOverlap) return null;
    const edition = await request(`/isbn/${isbn}.json`, Edition, signal);
    return {
      confidence: 1,
      values: {
        subtitle: sanitizeLine(data.subtitle),
        contributors: toAuthors(data.authors?.map((author) => author.name) ?? []),
        publisher: sanitizeLine(data.publishers?.[0]?.name),
        publishedAt: parseDate(data.publish_date),
        pageCount: data.number_of_pages ?? null,
        subjects: toSubjects(data.subjects?.map((subject) => subject.name) ?? []),
        description: descriptionOf(edition),
        languages: (edition?.languages ?? []).flatMap(
          ({ key }) => canonicalLanguageTag(key.replace('/languages/', '')) ?? [],
        ),
        coverUrl: trustedCoverUrl(data.cover?.large ?? data.cover?.medium, coverHosts),
      },
    };
  }

  async function findByName(query: LookupQuery, signal: AbortSignal): Promise<LookupResult | null> {
    const [author] = query.authors;
    if (!author) return null;
    const fields = 'key,title,subtitle,author_name,cover_i,subject';
    const parameters = new URLSearchParams({ title: query.title, author, fields, limit: '10' });
    const found = await request(`/search.json?${parameters.toString()}`, SearchResponse, signal);
    const [best] = (found?.docs ?? [])
      .map((doc) => {
        const { title, subtitle = null, author_name: authors = [] } = doc;
        return { doc, score: matchScore(query, { title, subtitle, authors }) };
      })
      .sort((one, other) => other.score - one.score);
    if (!best || best.score < minMatchScore) return null;
    const { doc, score } = best;
    const isWork = /^\/works\/OL\d+W$/.test(doc.key);
    return {
      confidence: score,
      // Publisher, date, page count and identifiers belong to an unknown edition, so they are not
      // used.
      values: {
        description: isWork ? descriptionOf(await request(`${doc.key}.json`, Work, signal)) : null,
        subjects: toSubjects(doc.subject ?? []),
        coverUrl: doc.cover_i ? `https://covers.openlibrary.org/b/id/${doc.cover_i}-L.jpg` : null,
      },
    };
  }

  return {
    name: 'openlibrary',
    async lookUp(query, signal) {
      for (const isbn of query.isbns.slice(0, maxIsbns)) {
        const result = await findByIsbn(query, isbn, signal);
        if (result) return result;
      }
      return findByName(query, signal);
    },
  };
}

function descriptionOf(response: { description?: z.infer<typeof Text> } | null): string | null {
  const description = response?.description;
  return sanitizeText(typeof description === 'object' ? description.value : description);
}
