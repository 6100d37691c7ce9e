import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fromBufferPromise } from 'yauzl';
import { buildEpub, buildZip, type EpubFixture } from './fixtures/build-epub.ts';
import { documentViolations } from './fixtures/document-violations.ts';
import { item } from './fixtures/violation.ts';
import { packageViolations } from './fixtures/package-violations.ts';
import { hasViewBox } from '../../../server/epub/checks/check-images.ts';
import { compilePublication } from '../../../server/epub/compile-publication.ts';

describe('warns of one problem and no others:', () => {
  for (const [name, code, message, invalid, valid] of [
    ...documentViolations,
    ...packageViolations,
  ]) {
    it(name, async () => {
      const found = (await warningsOf(invalid)).filter((warning) => warning.code === code);
      assert.equal(found.length, 1, JSON.stringify(await warningsOf(invalid)));
      assert.match(found[0]?.message ?? '', message);
      if (valid) assert.deepEqual(await warningsOf(valid), []);
    });
  }

  it('a mimetype entry with an extra field', async () => {
    const zip = await buildEpub({ without: ['mimetype'] });
    const first = { path: 'mimetype', content: 'application/epub+zip', compress: false };
    const { warnings } = await compilePublication(await withFirst(zip, first));
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The file “mimetype” has an extra field in its zip header.'],
    );
  });

  it('imports a book whose unused files are nested too deeply', async () => {
    const deep = `${'<a>'.repeat(1001)}${'</a>'.repeat(1001)}`;
    const keys = 'application/vnd.epub.search-key-map+xml';
    const warnings = await warningsOf({
      metadata: { more: '<dc:type>dictionary</dc:type>' },
      extra: {
        'OEBPS/keys.xml': deep,
        'OEBPS/regions.xhtml': deep,
        'META-INF/metadata.xml': deep,
        'META-INF/container.xml': containerOf('OEBPS/package.opf', 'other.opf'),
      },
      manifest:
        item('keys.xml', keys, 'properties="search-key-map"') +
        item('regions.xhtml', 'application/xhtml+xml', 'properties="data-nav"'),
    });
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The rendition “other.opf” has no selection attribute.'],
    );
  });

  it('checks an SVG file with thousands of start tags quickly', () => {
    const startTags = Buffer.from('<svg'.repeat(4096));
    const startMs = performance.now();
    for (let at = 0; at < 20; at += 1) assert.ok(!hasViewBox(startTags));
    assert.ok(performance.now() - startMs < 500);
    assert.ok(hasViewBox(Buffer.from('<?xml version="1.0"?>\n<svg:svg\n viewBox = "0 0 1 1">')));
  });

  it('documents every warning code in the guide', () => {
    const root = join(import.meta.dirname, '../../..');
    const guide = readFileSync(join(root, 'docs/reference/import-errors.md'), 'utf8');
    const server = join(root, 'server/epub');
    const codes = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [
        ...readFileSync(join(server, name), 'utf8').matchAll(/warnings\.add\(\s*'(\w+)'/g),
      ])
      .map(([, code]) => code);
    assert.ok(codes.length > 40);
    assert.deepEqual(
      [...new Set(codes)].filter((code) => !guide.includes(`\`${code}\``)),
      [],
    );
  });
});

async function warningsOf(fixture: EpubFixture) {
  return (await compilePublication(await buildEpub(fixture))).warnings;
}

function containerOf(...paths: string[]): string {
  const type = 'application/oebps-package+xml';
  const files = paths
    .map((path) => `<rootfile full-path="${path}" media-type="${type}"/>`)
    .join('');
  const namespace = 'urn:oasis:names:tc:opendocument:xmlns:container';
  return `<container xmlns="${namespace}"><rootfiles>${files}</rootfiles></container>`;
}

/** Inserts an entry before all others, with the timestamp field that zip programs add. */
async function withFirst(zip: Buffer, first: Parameters<typeof buildZip>[0][number]) {
  const source = await fromBufferPromise(zip);
  const entries: Parameters<typeof buildZip>[0] = [{ ...first, forceDosTimestamp: false }];
  for await (const entry of source.eachEntry()) {
    const content = await buffer(await source.openReadStreamPromise(entry));
    entries.push({ path: entry.fileName, content, compress: true });
  }
  return buildZip(entries);
}
