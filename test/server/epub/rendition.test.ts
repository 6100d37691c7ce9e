import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFixture } from './fixtures/compile-fixture.ts';
import { buildPng } from './fixtures/build-epub.ts';

const meta = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `<meta property="${name}">${value}</meta>`)
    .join('');
const chapter = (itemref = '') => ({ body: '<p>Text</p>', itemref });

describe('rendition properties', () => {
  it('set the flow of each document, by the package or by an override', async () => {
    const { readingOrder } = await compileFixture({
      metadata: { more: meta({ 'rendition:flow': 'scrolled-doc' }) },
      chapters: [
        chapter(),
        chapter('properties="rendition:flow-paginated rendition:flow-scrolled-doc"'),
        chapter('properties="rendition:flow-auto"'),
        chapter('properties="rendition:layout-pre-paginated"'),
      ],
    });
    assert.deepEqual(
      readingOrder.map(({ flow }) => flow),
      ['scrolled-doc', 'paginated', undefined, undefined],
    );
  });

  it('center vertical text between left and right', async () => {
    const { sections } = await compileFixture({
      css: 'html { writing-mode: vertical-rl }',
      chapters: [chapter('properties="rendition:align-x-center"'), chapter()],
    });
    assert.match(sections[0]?.css ?? '', /align-content:safe center/);
    assert.equal(sections[1]?.css, '');
  });

  it('leave the flow to the reader if the value is unknown', async () => {
    const { readingOrder } = await compileFixture({
      metadata: { more: meta({ 'rendition:flow': 'sideways' }) },
    });
    assert.equal(readingOrder[0]?.flow, undefined);
  });

  it('apply the first of several conflicting overrides', async () => {
    const { readingOrder } = await compileFixture({
      metadata: { more: meta({ 'rendition:layout': 'pre-paginated' }) },
      chapters: [
        chapter('properties="rendition:layout-reflowable rendition:layout-pre-paginated"'),
        chapter('properties="rendition:layout-pre-paginated rendition:layout-reflowable"'),
        chapter('properties="page-spread-right page-spread-left"'),
      ],
    });
    assert.deepEqual(
      readingOrder.map(({ layout, spread }) => [layout, spread]),
      [
        ['reflowable', null],
        ['fixed', null],
        ['fixed', 'right'],
      ],
    );
  });

  it('may use another prefix for the vocabulary', async () => {
    const { readingOrder } = await compileFixture({
      packageAttributes: 'prefix="r: http://www.idpf.org/vocab/rendition/#"',
      metadata: { more: meta({ 'r:layout': 'pre-paginated', 'r:spread': 'none' }) },
      chapters: [chapter(), chapter('properties="r:layout-reflowable r:flow-scrolled-doc"')],
    });
    assert.deepEqual(
      readingOrder.map(({ layout, spread, flow }) => [layout, spread, flow]),
      [
        ['fixed', 'center', undefined],
        ['reflowable', null, 'scrolled-doc'],
      ],
    );
  });

  it('show the pages of a roll as a continuous scroll', async () => {
    const { metadata, readingOrder, sections } = await compileFixture({
      metadata: { more: meta({ 'rendition:layout': 'roll' }) },
      chapters: [{ body: '', head: '<meta name="viewport" content="width=800, height=3000"/>' }],
      files: { 'plate.png': buildPng(40, 90) },
      spine: '<itemref idref="f1" properties="page-spread-left"/>',
    });
    assert.equal(metadata.layout, 'fixed');
    assert.deepEqual(
      readingOrder.map(({ layout, flow, spread }) => [layout, flow, spread]),
      [
        ['fixed', 'scrolled-continuous', 'center'],
        ['fixed', 'scrolled-continuous', 'center'],
      ],
    );
    assert.deepEqual(
      sections.map(({ viewport }) => viewport),
      [
        { width: 800, height: 3000 },
        { width: 40, height: 90 },
      ],
    );
  });

  it('may request a single column or a start in the second column', async () => {
    const { readingOrder, sections } = await compileFixture({
      chapters: [
        chapter('properties="rendition:align-x-center"'),
        chapter('properties="rendition:page-spread-right"'),
        chapter('properties="page-spread-left"'),
      ],
    });
    assert.deepEqual(
      readingOrder.map(({ spread }) => spread),
      ['center', 'right', 'left'],
    );
    assert.deepEqual(
      sections.map(({ css }) => css.includes('.svc-html::before')),
      [false, true, false],
    );
  });
});

describe('a scripted document', () => {
  it('is replaced by its fallback, including as a link target', async () => {
    const { readingOrder, toc } = await compileFixture({
      chapters: [
        { path: 'moving.xhtml', body: '<p>Moving</p>', item: 'properties="scripted" fallback="s"' },
      ],
      manifest: '<item id="s" href="still.xhtml" media-type="application/xhtml+xml"/>',
      extra: {
        'OEBPS/still.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Still</p></body></html>`,
      },
    });
    assert.deepEqual(
      readingOrder.map(({ href }) => href),
      ['OEBPS/still.xhtml'],
    );
    assert.equal(toc[0]?.section, 0);
  });

  it('is shown itself if it has no fallback that can be shown', async () => {
    const { readingOrder } = await compileFixture({
      chapters: [
        {
          path: 'moving.xhtml',
          body: '<p>Moving</p>',
          item: 'properties="scripted" fallback="gone"',
        },
      ],
    });
    assert.equal(readingOrder[0]?.href, 'OEBPS/moving.xhtml');
  });
});
