import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkDocument } from '../../../server/epub/checks/check-document.ts';
import type { Archive } from '../../../server/epub/container/open-archive.ts';
import { Manifest } from '../../../server/epub/package/manifest.ts';
import { Warnings } from '../../../server/epub/warnings.ts';
import { parseDocument } from '../../../server/epub/xml/parse-document.ts';

const path = 'one.xhtml';
const page: Parameters<typeof checkDocument>[1] = {
  item: {
    id: 'one',
    path,
    mediaType: 'application/xhtml+xml',
    kind: 'document',
    properties: [],
    fallback: null,
    overlay: null,
    hasFragment: false,
  },
  layout: 'fixed',
};

describe('the check of a document', () => {
  it('looks up a limited number of URLs, regardless of the element', () => {
    for (const [start, end] of [
      ['<img src="', '"/>'],
      ['<audio src="', '"/>'],
      ['<audio><source src="', '"/></audio>'],
      ['<picture><source srcset="', '"/></picture>'],
    ]) {
      const images = Array.from({ length: 11_000 }, (_, at) => `${start}lost-${at}${end}`);
      const { lookupCount, check } = checker(images.join(''));
      check();
      assert.ok(lookupCount() <= 10_000, `${lookupCount()} lookups for ${start}`);
    }
  });

  it('does not retain the document’s text in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const words = 'word '.repeat(400_000);
    const head = '<meta name="viewport" content="width=1200, height=1000"/>';
    const heldBytes = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    checker('', head).check();
    const before = heldBytes();
    const features = Array.from({ length: 20 }, (_, at) => checker(`${words}${at}`, head).check());
    assert.ok(heldBytes() - before < 10_000_000, 'of forty million');
    assert.equal(features.length, 20);
  });
});

function checker(body: string, head = '') {
  let lookups = 0;
  const archive: Archive = {
    paths: [],
    fingerprint: '',
    fileBytes: 0,
    find: () => {
      lookups += 1;
      return null;
    },
    isCompressed: () => false,
    hasExtraField: () => false,
    read: async () => new Uint8Array(),
    close: () => undefined,
  };
  const warnings = new Warnings();
  const manifest = new Manifest(archive, warnings);
  const markup = `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
  // Simulates text that was read from a file. Slices of a concatenated string are copied, while
  // slices of a decoded string share its memory.
  const text = Buffer.from(markup).toString();
  const document = parseDocument(text, path, 'html', warnings);
  assert.ok(document);
  const { root } = document;
  return { lookupCount: () => lookups, check: () => checkDocument(root, page, manifest, warnings) };
}
