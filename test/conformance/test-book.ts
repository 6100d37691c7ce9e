import { basename, posix } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { unzip } from '../demo/unzip.ts';

/**
 * Requirement level of a test. `deprecated` tests cover features that the specification has
 * dropped.
 */
export type Level = 'must' | 'should' | 'may' | 'deprecated';
export const levels: readonly Level[] = ['must', 'should', 'may', 'deprecated'];

/**
 * A test of the suite as described in its package, read independently of the importer under test.
 */
export interface TestBook {
  /** The file name, equal to the package's `dc:identifier`. Results are listed under it. */
  id: string;
  level: Level;
  /** What the test covers, as stated by the suite. */
  criterion: string;
  /** Null if the package has no title. */
  title: string | null;
  /** The linear documents of the spine, as paths in the container. */
  linear: string[];
  bytes: Buffer;
}

const shown = /^(?:application\/xhtml\+xml|image\/)/;

/** A file that is not a readable archive or has no package is known by its name only. */
export async function readTestBook(file: string, bytes: Buffer): Promise<TestBook> {
  const id = basename(file, '.epub');
  const nothing: TestBook = { id, level: 'must', criterion: '', title: null, linear: [], bytes };
  const files = await unzip(bytes).catch(() => new Map<string, Buffer>());
  const container = elements(files.get('META-INF/container.xml'), 'rootfile')[0];
  const path = container?.attribute('full-path') ?? '';
  const source = files.get(path);
  if (!source) return nothing;

  const texts = (name: string) => elements(source, name).map(({ text }) => text);
  const collection = elements(source, 'meta').filter(
    (meta) => meta.attribute('property') === 'belongs-to-collection',
  );
  return {
    ...nothing,
    level: levels.find((level) => collection.some(({ text }) => text === level)) ?? 'must',
    criterion: texts('dc:description')[0] ?? '',
    title: texts('dc:title')[0] ?? null,
    linear: linearPaths(source, path),
  };
}

function linearPaths(source: Buffer, packagePath: string): string[] {
  const items = new Map(elements(source, 'item').map((item) => [item.attribute('id'), item]));
  return elements(source, 'itemref').flatMap((reference) => {
    if (reference.attribute('linear') === 'no') return [];
    let item = items.get(reference.attribute('idref'));
    for (let hops = 0; item && hops < items.size; hops += 1) {
      if (shown.test(item.attribute('media-type') ?? '')) break;
      item = items.get(item.attribute('fallback')) ?? item;
    }
    const href = item?.attribute('href');
    if (!href) return [];
    // Resolved as a URL, as reading systems must do.
    const { pathname } = new URL(href, new URL(packagePath, 'http://book.invalid/'));
    return [posix.normalize(decodeURIComponent(pathname)).slice(1)];
  });
}

interface FoundElement {
  attribute(name: string): string | undefined;
  /** The text, trimmed and with white space collapsed. */
  text: string;
}

function elements(source: Buffer | undefined, name: string): FoundElement[] {
  if (!source) return [];
  const document = parseDocument(source.toString('utf8'), { xmlMode: true });
  return DomUtils.findAll(
    (element) => element.name === name || element.name === `opf:${name}`,
    document.children,
  ).map((element) => ({
    attribute: (key) => DomUtils.getAttributeValue(element, key),
    text: DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim(),
  }));
}
