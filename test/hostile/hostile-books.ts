import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import type { Payload } from './payloads.ts';
import { escapeXml, placePayloads, type PlacedPayloads } from './place-payloads.ts';

/** A book of payloads, and the payloads in each section. */
export interface HostileBook {
  name: string;
  epub: Uint8Array;
  /** Payloads by section. */
  placed: PlacedPayloads[];
  /** Whether the metadata and table of contents are hostile too. If so, every panel is opened. */
  hasMetadata: boolean;
}

const perTextBook = 100;
const perMetadata = 20;

/** Books with the payloads in their documents. */
export function textBooks(payloads: Payload[]): (() => Promise<HostileBook>)[] {
  return slices(payloads, perTextBook).map((some, index) => async () => {
    const placed = placePayloads(some);
    return { name: `text ${index}`, epub: await textBook(placed), placed, hasMetadata: false };
  });
}

/** A book with only these documents. */
export function textBook(placed: PlacedPayloads[]): Promise<Uint8Array> {
  return buildEpub({
    chapters: placed.map(({ head, body }) => ({ head, body })),
    metadata: { identifier: `urn:hostile:${placed[0]?.payloads[0]?.name}:${placed.length}` },
    stored: true,
  });
}

/** Books with the payloads in title, names, description, subjects and table of contents. */
export function metadataBooks(payloads: Payload[]): (() => Promise<HostileBook>)[] {
  return slices(payloads, perMetadata).map((some, index) => async () => ({
    name: `record ${index}`,
    epub: await metadataBook(some),
    placed: [{ place: 'record', payloads: some, head: '', body: '' }],
    hasMetadata: true,
  }));
}

/** A book with these payloads in its metadata. */
export function metadataBook(payloads: Payload[]): Promise<Uint8Array> {
  const values = payloads.map(({ text }) => escapeXml(text));
  const each = (name: string) =>
    values.map((value) => `<dc:${name}>${value}</dc:${name}>`).join('');
  const labels = values.map((value) => `<li><a href="chapter-1.xhtml">${value}</a></li>`);
  const raw = payloads.map(
    ({ text }) => `<li><a href="chapter-1.xhtml#${escapeXml(text)}">${text}</a></li>`,
  );
  return buildEpub({
    chapters: [{ body: `<p>${values.join('</p><p>')}</p>`, title: values[0] ?? '' }],
    metadata: {
      title: values.join(' '),
      creator: values[0] ?? '',
      identifier: `urn:hostile:record:${payloads[0]?.name}`,
      more:
        ['creator', 'contributor', 'subject', 'publisher', 'rights'].map(each).join('') +
        `<dc:description>${values.join(' ')}</dc:description><dc:description>${payloads.map(({ text }) => escapeXml(`<p>${text}</p>`)).join('')}</dc:description>`,
    },
    nav: `<nav epub:type="toc"><ol>${labels.join('')}</ol></nav><nav epub:type="page-list"><ol>${labels.join('')}</ol></nav><nav epub:type="landmarks"><ol>${raw.join('')}</ol></nav>`,
  });
}

function slices<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
