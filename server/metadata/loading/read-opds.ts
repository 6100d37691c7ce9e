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

/** By role of the Readium manifest: https://readium.org/webpub-manifest/contexts/default */
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
/** Groups of publications, and groups in groups. */
const publicationPaths = ['', 'groups.*.', 'groups.*.groups.*.', 'groups.*.groups.*.groups.*.'].map(
  (group) => `$.${group}publications.*`,
);

const maxPublicationBytes = 4 * 1024 * 1024;

/**
 * The publications of an OPDS 2.0 feed, those of its groups included; further pages are not fetched.
 *
 * @throws UnreadableFile where the JSON breaks off or a publication is larger than 4 MB.
 */
export async function* readOpds(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedEntry[]> {
  let place = 0;
  let entries: ParsedEntry[] = [];
  const parser = new JSONParser({
    paths: publicationPaths,
    keepStack: false,
    stringBufferSize: 65_536,
  });
  parser.onValue = ({ value }) => {
    entries.push({ position: (place += 1), kind: 'record', fields: readPublication(value) });
  };
  const faults: Error[] = [];
  parser.onError = (error) => faults.push(error);
  let bytesSinceLast = 0;
  for await (const piece of splitChunks(chunks)) {
    parser.write(piece);
    bytesSinceLast = entries.length > 0 ? 0 : bytesSinceLast + piece.length;
    yield entries;
    entries = [];
    if (faults.length > 0) break;
    if (bytesSinceLast > maxPublicationBytes) {
      throw new UnreadableFileError(
        `There are more than 4 MB without an end behind record ${place}.`,
      );
    }
  }
  if (faults.length > 0 || !parser.isEnded) {
    throw new UnreadableFileError(`The JSON breaks off behind record ${place}.`, faults[0]);
  }
}

/** Small enough that what a piece holds of records is never much. */
async function* splitChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 65_536) yield chunk.subarray(at, at + 65_536);
  }
}

/** A publication of an OPDS 2.0 feed in our own fields; what it is not comes back as it was. */
function readPublication(value: unknown): unknown {
  const { data } = Publication.safeParse(value);
  // Without metadata there is no title, which is the reason that will be given.
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

/** In English where there are several languages, else in the first. */
function textOf(text: z.infer<typeof Text> | null | undefined): string | undefined {
  if (typeof text !== 'object' || text === null) return text ?? undefined;
  return text['en'] ?? Object.values(text)[0];
}
