import type { Embed, SectionContent } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';

/** Accepts a value of the given shape, or null if it has another type. */
export const nullable =
  (shape: Shape) =>
  (value: unknown): unknown => {
    const isOther = typeof shape !== 'function' && typeof value !== typeof shape;
    return isOther || value === null || value === undefined ? null : coerce(shape, value);
  };
/**
 * Limit for counts. It exceeds the number of characters in any book and is small enough for exact
 * sums.
 */
const maxCount = 1e9;
/** Maximum tree depth. The importer truncates deeper trees. */
const maxTreeDepth = 300;
const maxTocDepth = 20;

export const toCount = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < maxCount ? Math.floor(value) : 0;
/** Truncates names, because rendering a one-megabyte line would block the browser. */
export const toName = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '');
/** Creates a record without a prototype, because a key may be `constructor`. */
const recordOf = (shape: Shape) => (value: unknown) => {
  const made: Record<string, unknown> = Object.create(null);
  for (const [name, one] of Object.entries(Object(value))) made[name] = coerce(shape, one);
  return made;
};
/**
 * Accepts a color, size or font list. Rejects anything that can load a URL, and escapes that could
 * hide one.
 */
const toThemeToken = (value: unknown) =>
  typeof value === 'string' && !/\\|(?:url|src|image|set|fade)\s*\(/i.test(value)
    ? value
    : undefined;
const positionShape = nullable({ section: toCount, offset: toCount });
const chapterShape = nullable({ id: '' });
const tocShape = (depth: number) => (value: unknown) =>
  coerce(
    [
      {
        title: toName,
        section: nullable(toCount),
        offset: toCount,
        children: depth < maxTocDepth ? tocShape(depth + 1) : () => [],
      },
    ],
    value,
  );

const sectionShape: Shape = {
  index: toCount,
  title: toName,
  language: '',
  writingMode: '',
  viewport: nullable({ width: toCount, height: toCount }),
  styles: [''],
  css: '',
  length: toCount,
  words: toCount,
  ids: recordOf(toCount),
  partEnd: (value) => toCount(value) || undefined,
  chapter: (value) => chapterShape(value) ?? undefined,
};

const sessionShape = (api: string): Shape => ({
  token: '',
  expiresAt: '',
  content: (address) => contentUrl(api, address),
  resourceQuery: '',
});

const embedShape = (api: string): Shape => ({
  session: sessionShape(api),
  book: { id: '', title: toName, languages: [''] },
  readingOrder: [
    {
      title: toName,
      length: toCount,
      words: toCount,
      positions: (value) => toCount(value) || 1,
      linear: true,
      chapter: chapterShape,
    },
  ],
  toc: tocShape(0),
  first: sectionShape,
  styleSheets: recordOf(''),
  fonts: [{}],
  theme: {
    tokens: recordOf((one) =>
      typeof one === 'object' ? recordOf(toThemeToken)(one) : toThemeToken(one),
    ),
  },
  deployment: nullable({ features: { themes: [''] }, links: {} }),
  access: { until: positionShape, sections: nullable([toCount]) },
});

/**
 * Maps a content URL (`…/content/…`) to the API's base URL. The response does not specify this URL,
 * because it must not make the reader load from another origin and because the server does not know
 * the URL of a publisher's proxy.
 */
export function contentUrl(api: string, address: unknown): string {
  return `${api}/content/${String(address).replace(/^.*\/content\//s, '')}`;
}

/** Removes invalid nodes and excessively deep levels from a tree. */
function pruneTree(tree: unknown[]): void {
  let level = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[][] = [];
    for (const node of level) {
      node[1] = Object(node[1]);
      for (let at = 2; at < node.length; at++) {
        const child = node[at];
        if (Array.isArray(child) && depth < maxTreeDepth) below.push(child);
        else if (typeof child !== 'string') node[at] = '';
      }
    }
    level = below;
  }
}

/**
 * Validates a response from `GET /v1/reader/embed`. Values of the wrong type are replaced by
 * defaults, so a broken or malicious server can only damage its own book. Parts not needed for the
 * text are left to `parseExtras`. Throws `ApiFailure` if there is nothing to read.
 *
 * @param api - Base URL of the API.
 */
export function parseEmbed(response: unknown, api: string): Embed {
  const embed = coerce(embedShape(api), response) as Embed;
  checkSection(embed.first);
  if (embed.readingOrder[embed.first.index]) return embed;
  throw invalidResponse();
}

/** Validates a section response. See `parseEmbed`. */
export function parseSection(response: unknown): SectionContent {
  return checkSection(coerce(sectionShape, response) as SectionContent);
}

/** Validates a session response. See `parseEmbed`. */
export function parseSession(response: unknown, api: string): ReaderSession {
  return coerce(sessionShape(api), response) as ReaderSession;
}

function checkSection(section: SectionContent): SectionContent {
  if (!Array.isArray(section.tree)) throw invalidResponse();
  pruneTree(section.tree);
  return section;
}

function invalidResponse(): ApiFailure {
  return new ApiFailure('unknown', 'Invalid response.');
}

/**
 * Expected shape of an untrusted value. A string, number or boolean accepts values of its type and
 * is the default for other types. A one-element array accepts a list. An object accepts objects
 * with these properties and any others. A function converts the value itself.
 */
export type Shape =
  | string
  | number
  | boolean
  | readonly [Shape]
  | ((value: unknown) => unknown)
  | { readonly [part: string]: Shape };

/** Converts a value to a shape. */
export function coerce(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'function') return shape(value);
  if (typeof shape !== 'object') return typeof value === typeof shape ? value : shape;
  if (isListShape(shape))
    return Array.isArray(value) ? value.map((one) => coerce(shape[0], one)) : [];
  const given = Object(value);
  const parts = Object.entries(shape).map(([part, one]) => [part, coerce(one, given[part])]);
  return { ...given, ...Object.fromEntries(parts) };
}

/** Narrows to a list, because `Array.isArray` does not narrow readonly arrays. */
function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
