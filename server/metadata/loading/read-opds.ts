import { JSONParser } from '@streamparser/json';
import { type ParsedEntry, UnreadableFileError } from './contract.ts';
import { z } from 'zod';

const Text = z.union([z.string(), z.record(z.string(), z.string())]);

const Contributor = z.union([z.string(), z.object({ name: Text, sortAs: z.string().optional() })]);

const optionalList = <Item extends z.ZodType>(item: Item) =>
  z
    .union([z.array(item), item.transform((one) => [one])])
    .optional()
    .catch(undefined);

/**
 * MARC relator codes, by role in the Readium manifest:
 * https://readium.org/webpub-manifest/contexts/default
 */
const roles = {
  author: 'aut',
  translator: 'trl',
  editor: 'edt',
  artist: 'art',
  illustrator: 'ill',
  letterer: 'ill',
  penciler: 'ill',
  colorist: 'clr',
  inker: 'ill',
  narrator: 'nrt',
  contributor: 'ctb',
} as const;

const contributors = optionalList(Contributor);

const Publication = z.object({
  metadata: z.object({
    identifier: z.string().optional(),
    altIdentifier: optionalList(
      z.union([z.string(), z.object({ value: z.string(), scheme: z.string() })]),
    ),
    title: Text.nullish(),
    subtitle: Text.nullish(),
    author: contributors,
    translator: contributors,
    editor: contributors,
    artist: contributors,
    illustrator: contributors,
    letterer: contributors,
    penciler: contributors,
    colorist: contributors,
    inker: contributors,
    narrator: contributors,
    contributor: contributors,
    language: optionalList(z.string()),
    description: z.string().nullish(),
    subject: optionalList(
      z.union([
        z.string(),
        z.object({ name: Text, code: z.string().optional(), scheme: z.string().optional() }),
      ]),
    ),
    publisher: contributors,
    published: z.string().nullish(),
    numberOfPages: z.number().nullish(),
    readingProgression: z.string().nullish(),
    layout: z.string().nullish(),
    presentation: z.object({ layout: z.string().optional() }).nullish().catch(null),
    belongsTo: z
      .object({
        series: optionalList(
          z.union([z.string(), z.object({ name: Text, position: z.number().optional() })]),
        ),
      })
      .nullish()
      .catch(null),
  }),
  links: z
    .array(
      z.object({
        rel: z.union([z.string(), z.array(z.string())]).optional(),
        href: z.string(),
        properties: z
          .object({ price: z.object({ value: z.number(), currency: z.string() }).optional() })
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
  images: z
    .array(z.object({ href: z.string() }))
    .optional()
    .catch(undefined),
});
/** Publications in the feed, its groups and nested groups. */
const publicationPaths = ['', 'groups.*.', 'groups.*.groups.*.', 'groups.*.groups.*.groups.*.'].map(
  (group) => `$.${group}publications.*`,
);

const maxPublicationBytes = 4 * 1024 * 1024;

/**
 * Reads the publications in an OPDS 2.0 feed and its groups. Does not load other pages.
 *
 * @throws UnreadableFileError if the JSON is incomplete or a publication is larger than 4 MB.
 */
export async function* readOpds(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedEntry[]> {
  let recordCount = 0;
  let entries: ParsedEntry[] = [];
  const parser = new JSONParser({
    paths: publicationPaths,
    keepStack: false,
    stringBufferSize: 65_536,
  });
  parser.onValue = ({ value }) => {
    entries.push({ position: (recordCount += 1), kind: 'record', fields: readPublication(value) });
  };
  const errors: Error[] = [];
  parser.onError = (error) => errors.push(error);
  let bytesSinceLast = 0;
  for await (const piece of splitChunks(chunks)) {
    parser.write(piece);
    bytesSinceLast = entries.length > 0 ? 0 : bytesSinceLast + piece.length;
    yield entries;
    entries = [];
    if (errors.length > 0) break;
    if (bytesSinceLast > maxPublicationBytes) {
      throw new UnreadableFileError(
        `Found more than 4 MB without a complete publication after record ${recordCount}.`,
      );
    }
  }
  if (errors.length > 0 || !parser.isEnded) {
    throw new UnreadableFileError(
      `The JSON is incomplete or invalid after record ${recordCount}.`,
      errors[0],
    );
  }
}

/** Splits chunks into smaller ones with few records each. */
async function* splitChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += 65_536)
      yield chunk.subarray(start, start + 65_536);
  }
}

/** Converts an OPDS 2.0 publication to our own fields. Leaves invalid values unchanged. */
function readPublication(value: unknown): unknown {
  const { data } = Publication.safeParse(value);
  // Without metadata, there is no title, so validation reports a missing title.
  if (!data) return typeof value === 'object' ? {} : value;
  const { metadata, links = [], images = [] } = data;
  const self = links.find(({ rel }) => [rel].flat().includes('self'));
  const [series] = metadata.belongsTo?.series ?? [];
  const price = links.find(({ properties }) => properties?.price)?.properties?.price;
  const cover = images.find(({ href }) => /^https?:\/\//.test(href));
  const identifiers = [metadata.identifier ?? [], metadata.altIdentifier ?? []].flat();
  return {
    id: metadata.identifier ?? self?.href,
    title: textOf(metadata.title),
    subtitle: textOf(metadata.subtitle),
    contributors: Object.entries(roles).flatMap(([name, role]) =>
      (metadata[asRole(name)] ?? []).map((one) => ({ ...toContributor(one), role })),
    ),
    languages: metadata.language,
    description: metadata.description,
    subjects: metadata.subject?.map((one) =>
      typeof one === 'string'
        ? one
        : { scheme: one.scheme, code: one.code, label: textOf(one.name) },
    ),
    identifiers,
    publisher: metadata.publisher?.map((one) => toContributor(one).name).join(', '),
    publishedAt: metadata.published,
    series:
      typeof series === 'object'
        ? { name: textOf(series.name), position: series.position }
        : series,
    layout: [metadata.layout, metadata.presentation?.layout].includes('fixed') ? 'fixed' : null,
    readingProgression: metadata.readingProgression === 'rtl' ? 'rtl' : null,
    pageCount: metadata.numberOfPages,
    price: price && { amount: price.value, currency: price.currency },
    coverUrl: cover?.href,
  };
}

function asRole(name: string): keyof typeof roles {
  return name as keyof typeof roles;
}

function toContributor(one: z.infer<typeof Contributor>) {
  return typeof one === 'string' ? { name: one } : { name: textOf(one.name), sortName: one.sortAs };
}

/** Returns the English text if there are several languages; otherwise the first text. */
function textOf(text: z.infer<typeof Text> | null | undefined): string | undefined {
  if (typeof text !== 'object' || text === null) return text ?? undefined;
  return text['en'] ?? Object.values(text)[0];
}
