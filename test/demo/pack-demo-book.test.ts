import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { packDemoBook } from '../../demo/book/pack-demo-book.ts';
import { compilePublication } from '../../server/epub/compile-publication.ts';
import { unzip } from './unzip.ts';

describe('the demo book', () => {
  let files: Map<string, Buffer>;
  before(async () => {
    files = await unzip(await packDemoBook());
  });

  it('is packed deterministically', async () => {
    const [first, second] = [await packDemoBook(), await packDemoBook()];
    assert.ok(first.equals(second));
  });

  it('starts with its media type, as the EPUB container format requires', async () => {
    const book = await packDemoBook();
    assert.equal(book.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip');
  });

  it('contains exactly the files of its manifest', () => {
    const listed = attributesOf(files, 'OPS/package.opf', 'item', 'href').map(
      (href) => `OPS/${href}`,
    );
    const contained = [...files.keys()].filter(
      (path) => path.startsWith('OPS/') && path !== 'OPS/package.opf',
    );
    assert.deepEqual(listed.sort(), contained.sort());
  });

  it('contains only links to existing targets', () => {
    const chapters = [...files.keys()].filter((path) => path.endsWith('.xhtml'));
    const ids = new Set(
      chapters.flatMap((path) => attributesOf(files, path, '*', 'id').map((id) => `${path}#${id}`)),
    );
    const links = chapters.flatMap((path) =>
      attributesOf(files, path, 'a', 'href').map((href) => resolve(path, href)),
    );
    const broken = links.filter(
      (link) => !link.startsWith('https:') && !ids.has(link) && !files.has(link),
    );
    assert.deepEqual(broken, []);
    assert.ok(links.length > 100);
  });

  it('is well-formed in every document', () => {
    const documents = [...files.keys()].filter((path) => /\.(xhtml|opf|xml)$/.test(path));
    assert.equal(documents.length, 16);
    for (const path of documents) attributesOf(files, path, '*', 'id');
  });

  it('compiles without warnings, with the correct language and writing mode of each section', async () => {
    const book = await compilePublication(await packDemoBook());
    assert.deepEqual(book.warnings, []);
    assert.equal(book.metadata.title, 'The Quiet Page');
    assert.equal(book.metadata.readingProgression, 'ltr');
    assert.equal(book.cover, 'OPS/images/cover.png');
    assert.equal(book.sections.length, 13);
    assert.deepEqual(
      book.sections
        .filter(({ language }) => language !== 'en')
        .map(({ index, language, direction, writingMode }) => [
          index,
          language,
          direction,
          writingMode,
        ]),
      [
        [10, 'ar', 'rtl', 'horizontal-tb'],
        [11, 'ja', 'ltr', 'vertical-rl'],
      ],
    );
  });
});

/**
 * Values of an attribute of all elements with a name, in document order. @throws Error if the XML
 * is not well-formed.
 */
function attributesOf(
  files: Map<string, Buffer>,
  path: string,
  element: string,
  attribute: string,
): string[] {
  const values: string[] = [];
  const parser = new SaxesParser({ xmlns: true, fileName: path });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const value = tag.attributes[attribute]?.value;
    if (value !== undefined && (element === '*' || tag.local === element)) values.push(value);
  });
  parser.write(files.get(path)?.toString('utf8') ?? '').close();
  return values;
}

function resolve(from: string, href: string): string {
  if (href.startsWith('https:')) return href;
  const url = new URL(href, `epub:///${from}`);
  return url.pathname.slice(1) + url.hash;
}
