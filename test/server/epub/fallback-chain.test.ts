import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFixture } from './fixtures/compile-fixture.ts';
import { imageBytes } from './fixtures/image-book.ts';

/** A spine item of an unsupported type with a chain of fallbacks before one that can be shown. */
const bookWithChain = (length: number) =>
  compileFixture({
    chapters: ['<p>One</p>', '<p>Shown instead</p>'],
    files: Object.fromEntries(Array.from({ length }, (_, at) => [`x${at}.xyz`, 'x'])),
    manifest: Array.from(
      { length },
      (_, at) =>
        `<item id="x${at}" href="x${at}.xyz" media-type="x/y" fallback="${at + 1 < length ? `x${at + 1}` : 'c2'}"/>`,
    ).join(''),
    spine: '<itemref idref="x0"/>',
  });

describe('a fallback chain', () => {
  it('is followed to an item that can be shown', async () => {
    const { sections } = await bookWithChain(10);
    assert.equal(sections.length, 3);
  });

  it('is abandoned if it is longer than in any real book', async () => {
    const { sections, warnings } = await bookWithChain(60);
    assert.equal(sections.length, 2);
    assert.ok(warnings.some(({ code }) => code === 'spine_item'));
  });

  it('leads links to an image whose fallback they name', async () => {
    const { toc, warnings } = await compileFixture({
      chapters: ['<p>One</p><p><a href="page.xhtml">The page</a></p>'],
      nav: '<nav epub:type="toc"><ol><li><a href="page.xhtml">A page</a></li></ol></nav>',
      extra: {
        'OEBPS/page.jpg': imageBytes,
        'OEBPS/page.xhtml':
          '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>P</title></head><body/></html>',
      },
      manifest:
        '<item id="i1" href="page.jpg" media-type="image/png" fallback="p1"/><item id="p1" href="page.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="i1"/>',
    });
    assert.deepEqual(
      toc.map(({ title, section }) => [title, section]),
      [['A page', 1]],
    );
    assert.deepEqual(
      warnings.filter(({ code }) => /link_broken|navigation/.test(code)),
      [],
    );
  });
});
