import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

/** One section of the spine, with the properties that the bench needs. */
export interface BenchSection {
  /** Path inside the EPUB. */
  path: string;
  /** As written in the package document, relative to that document. */
  href: string;
  /** Text normalized by `normalise`. */
  text: string;
  /** Its first paragraph of at least 60 characters, normalized. Empty if there is none. */
  firstParagraph: string;
}

/** A book opened for the bench: every file by its path, and the spine in order. */
export interface BenchBook {
  title: string;
  language: string;
  epub: Buffer;
  files: Map<string, { bytes: Buffer; mediaType: string }>;
  packagePath: string;
  sections: BenchSection[];
  /**
   * First of two consecutive sections that each have at least 3,000 characters. The measurements
   * start there.
   */
  start: number;
}

/** Normalizes white space and removes soft hyphens so that strings can be compared. */
function normalise(text: string): string {
  return text.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();
}

/** Reads an EPUB that is known to be valid, without checks. */
export async function openBenchBook(epub: Buffer): Promise<BenchBook> {
  const bytes = await unzip(epub);
  const text = (path: string) => bytes.get(path)?.toString('utf8') ?? '';
  const packagePath =
    elements(text('META-INF/container.xml'), 'rootfile')[0]?.attributes['full-path'] ?? '';
  const opf = text(packagePath);
  const items = elements(opf, 'item').map(({ attributes }) => ({
    id: attributes['id'] ?? '',
    href: decodeURIComponent(attributes['href'] ?? ''),
    mediaType: attributes['media-type'] ?? '',
  }));
  const path = (href: string) => posix.join(posix.dirname(packagePath), href);
  const sections = elements(opf, 'itemref').flatMap(({ attributes }) => {
    const item = items.find(({ id }) => id === attributes['idref']);
    return item ? [readSection(path(item.href), item.href, text(path(item.href)))] : [];
  });
  const mediaTypes = new Map(items.map((item) => [path(item.href), item.mediaType]));
  return {
    title: elements(opf, 'title')[0]?.text ?? '',
    language: elements(opf, 'language')[0]?.text ?? 'en',
    epub,
    files: new Map(
      [...bytes].map(([name, content]) => [
        name,
        { bytes: content, mediaType: mediaTypes.get(name) ?? 'application/octet-stream' },
      ]),
    ),
    packagePath,
    sections,
    start: Math.max(0, sections.findIndex(isLong)),
  };
}

/** The next section is long too, which excludes covers and half-titles. */
function isLong({ firstParagraph, text }: BenchSection, index: number, all: BenchSection[]) {
  return firstParagraph !== '' && text.length >= 3000 && (all[index + 1]?.text.length ?? 0) >= 3000;
}

async function unzip(epub: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(epub);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

function readSection(path: string, href: string, xhtml: string): BenchSection {
  const body = elements(xhtml, 'body')[0]?.text ?? '';
  const paragraphs = elements(xhtml, 'p').map(({ text }) => normalise(text));
  return {
    path,
    href,
    text: normalise(body),
    firstParagraph: paragraphs.find(({ length }) => length >= 60) ?? '',
  };
}

interface FoundElement {
  attributes: Record<string, string>;
  text: string;
}

/** Every element with this local name, in document order, with all text inside it. */
function elements(xml: string, localName: string): FoundElement[] {
  const found: FoundElement[] = [];
  const open: (FoundElement | null)[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const isMatch = name.slice(name.indexOf(':') + 1) === localName;
    const element = isMatch ? { attributes, text: '' } : null;
    if (element) found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    for (const element of open) if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', () => {});
  parser.write(xml).close();
  return found;
}
