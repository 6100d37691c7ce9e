import type { Embed, SectionContent } from '../../server/reader/contract.ts';
import { ApiFailure } from './api-failure.ts';
import type { ReaderSession } from './client.ts';
import { fit, maybe, type Shape } from './fit.ts';

/** Longer than the text of any book, and sums of such lengths are exact. */
const most = 1e9;
/** No book is as deep: the importer cuts a text off earlier, and contents are read by people. */
const deepestText = 300;
const deepestContents = 20;

export const count = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value < most ? Math.floor(value) : 0;
/** So much of a name is shown: engines take their time with a line of a megabyte. */
export const name = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '');
/** Without a prototype: a name may be `constructor`. */
const record = (shape: Shape) => (value: unknown) => {
  const made: Record<string, unknown> = Object.create(null);
  for (const [name, one] of Object.entries(Object(value))) made[name] = fit(shape, one);
  return made;
};
/** A colour, a size, or names of fonts: none has an address, nor escapes that could hide one. */
const token = (value: unknown) =>
  typeof value === 'string' && !/\\|(?:url|src|image|set|fade)\s*\(/i.test(value)
    ? value
    : undefined;
const place = maybe({ section: count, offset: count });
const chapter = maybe({ id: '' });
const contents = (depth: number) => (value: unknown) =>
  fit(
    [
      {
        title: name,
        section: maybe(count),
        offset: count,
        children: depth < deepestContents ? contents(depth + 1) : () => [],
      },
    ],
    value,
  );

const sectionShape: Shape = {
  index: count,
  title: name,
  language: '',
  writingMode: '',
  viewport: maybe({ width: count, height: count }),
  styles: [''],
  css: '',
  length: count,
  words: count,
  ids: record(count),
  partEnd: (value) => count(value) || undefined,
  chapter: (value) => chapter(value) ?? undefined,
};

const sessionShape = (api: string): Shape => ({
  token: '',
  expiresAt: '',
  content: (address) => movedTo(api, address),
  resourceQuery: '',
});

const embedShape = (api: string): Shape => ({
  session: sessionShape(api),
  book: { id: '', title: name, languages: [''] },
  readingOrder: [
    {
      title: name,
      length: count,
      words: count,
      positions: (value) => count(value) || 1,
      linear: true,
      chapter,
    },
  ],
  toc: contents(0),
  first: sectionShape,
  styleSheets: record(''),
  fonts: [{}],
  theme: { tokens: record((one) => (typeof one === 'object' ? record(token)(one) : token(one))) },
  deployment: maybe({ features: { themes: [''] }, links: {} }),
  access: { until: place, sections: maybe([count]) },
});

/**
 * What lies at `…/content/…`, below the address of the API: of all that a book has, nothing is asked for
 * elsewhere, and a publisher’s proxy has an address that the server does not know.
 */
export function movedTo(api: string, address: unknown): string {
  return `${api}/content/${String(address).replace(/^.*\/content\//s, '')}`;
}

/** Takes out of a tree what is no part of one, and what lies too deep. */
function prune(tree: unknown[]): void {
  let level = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[][] = [];
    for (const node of level) {
      node[1] = Object(node[1]);
      for (let at = 2; at < node.length; at++) {
        const child = node[at];
        if (Array.isArray(child) && depth < deepestText) below.push(child);
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
export function readEmbed(answer: unknown, api: string): Embed {
  const embed = fit(embedShape(api), answer) as Embed;
  checkSection(embed.first);
  if (embed.readingOrder[embed.first.index]) return embed;
  throw fault();
}

/** An answer with a section; as `readEmbed`. */
export function readSection(answer: unknown): SectionContent {
  return checkSection(fit(sectionShape, answer) as SectionContent);
}

/** An answer with a reading session; as `readEmbed`. */
export function readSession(answer: unknown, api: string): ReaderSession {
  return fit(sessionShape(api), answer) as ReaderSession;
}

function checkSection(section: SectionContent): SectionContent {
  if (!Array.isArray(section.tree)) throw fault();
  prune(section.tree);
  return section;
}

function fault(): ApiFailure {
  return new ApiFailure('unknown', 'No book.');
}
