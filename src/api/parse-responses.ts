import type { Embed, SectionContent } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';

/** The same, or null for what is of another kind. */
export const nullable =
  (shape: Shape) =>
  (value: unknown): unknown => {
    const isOther = typeof shape !== 'function' && typeof value !== typeof shape;
    return isOther || value === null || value === undefined ? null : coerce(shape, value);
  };
/** Longer than the text of any book, and sums of such lengths are exact. */
const maxCount = 1e9;
/** No book is as deep: the importer cuts a text off earlier, and contents are read by people. */
const maxTreeDepth = 300;
const maxTocDepth = 20;

export const toCount = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < maxCount ? Math.floor(value) : 0;
/** So much of a name is shown: engines take their time with a line of a megabyte. */
export const toName = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '');
/** Without a prototype: a name may be `constructor`. */
const recordOf = (shape: Shape) => (value: unknown) => {
  const made: Record<string, unknown> = Object.create(null);
  for (const [name, one] of Object.entries(Object(value))) made[name] = coerce(shape, one);
  return made;
};
/** A colour, a size, or names of fonts: none has an address, nor escapes that could hide one. */
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
 * What lies at `…/content/…`, below the address of the API: of all that a book has, nothing is asked for
 * elsewhere, and a publisher’s proxy has an address that the server does not know.
 */
export function contentUrl(api: string, address: unknown): string {
  return `${api}/content/${String(address).replace(/^.*\/content\//s, '')}`;
}

/** Takes out of a tree what is no part of one, and what lies too deep. */
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
 * An answer of `GET /v1/reader/embed`. All that is not of its kind gives way: a server that is broken, or no
 * friend, spoils its own book at worst. What stands around the text is left to `readExtras`. Fails as
 * `ApiFailure` where nothing can be read.
 *
 * @param api - Address of the API.
 */
export function parseEmbed(answer: unknown, api: string): Embed {
  const embed = coerce(embedShape(api), answer) as Embed;
  checkSection(embed.first);
  if (embed.readingOrder[embed.first.index]) return embed;
  throw invalidResponse();
}

/** An answer with a section; as `readEmbed`. */
export function parseSection(answer: unknown): SectionContent {
  return checkSection(coerce(sectionShape, answer) as SectionContent);
}

/** An answer with a reading session; as `readEmbed`. */
export function parseSession(answer: unknown, api: string): ReaderSession {
  return coerce(sessionShape(api), answer) as ReaderSession;
}

function checkSection(section: SectionContent): SectionContent {
  if (!Array.isArray(section.tree)) throw invalidResponse();
  pruneTree(section.tree);
  return section;
}

function invalidResponse(): ApiFailure {
  return new ApiFailure('unknown', 'No book.');
}

/**
 * What a value of somebody else's is to be like: text, a number or a boolean of that kind, with what stands
 * here where it is of another; a list of such; an object with these parts, whatever else it has. A function
 * decides by itself.
 */
export type Shape =
  | string
  | number
  | boolean
  | readonly [Shape]
  | ((value: unknown) => unknown)
  | { readonly [part: string]: Shape };

/** The value as its shape says. */
export function coerce(shape: Shape, value: unknown): unknown {
  if (typeof shape === 'function') return shape(value);
  if (typeof shape !== 'object') return typeof value === typeof shape ? value : shape;
  if (isListShape(shape))
    return Array.isArray(value) ? value.map((one) => coerce(shape[0], one)) : [];
  const given = Object(value);
  const parts = Object.entries(shape).map(([part, one]) => [part, coerce(one, given[part])]);
  return { ...given, ...Object.fromEntries(parts) };
}

/** `Array.isArray` knows no lists that are not to be changed. */
function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
