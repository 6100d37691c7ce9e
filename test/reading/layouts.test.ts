import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { firefoxMissingReason } from '../../scripts/browsers.js';
import { webkitMissingReason } from '../../scripts/webkit.js';
import type { Engine, EngineName } from './engine.ts';
import { generateLayout } from './hard-layouts.ts';
import { openReadingEnvironment, type ReadingEnvironment } from './reading-environment.ts';
import { buildChapterEnds } from './chapter-ends.ts';
import { buildPublisherSections } from './publisher-sections.ts';
import { buildStressBook } from './stress-book.ts';
import { pageShapes, verifyLayouts } from './verify-layouts.ts';
import { verifyPlaces } from './verify-places.ts';
import { verifyText } from './verify-text.ts';

const engines: { name: EngineName; missing: () => string | null }[] = [
  { name: 'chromium', missing: () => null },
  { name: 'firefox', missing: firefoxMissingReason },
  { name: 'webkit', missing: webkitMissingReason },
];

/**
 * First seeds, with the index of a page shape of one column and of two columns, two sections that
 * Firefox never finished laying out, and sections that lost or covered text: five in WebKit, and
 * one each with ruby, positioned text in a box without size, headings that span columns, floats in
 * a prepared section, long words, and a box with an aspect ratio.
 */
const samples = [
  { seed: 61, shape: 3, count: 12 },
  { seed: 241, shape: 12, count: 12 },
  { seed: 11_079, shape: 5, count: 1 },
  { seed: 30_009, shape: 0, count: 1 },
  { seed: 2161, shape: 13, count: 1 },
  { seed: 2276, shape: 0, count: 1 },
  { seed: 2474, shape: 4, count: 1 },
  { seed: 2657, shape: 8, count: 1 },
  { seed: 30_027, shape: 2, count: 1 },
  { seed: 30_110, shape: 8, count: 1 },
  { seed: 50_005, shape: 10, count: 1 },
  { seed: 50_058, shape: 12, count: 1 },
  { seed: 50_158, shape: 13, count: 2 },
  { seed: 50_281, shape: 0, count: 1 },
  { seed: 50_425, shape: 9, count: 1 },
  { seed: 95_064, shape: 11, count: 1 },
];

/**
 * The same check for thousands of sections: `npm run layouts`, and for real books: `npm run
 * places`.
 */
for (const { name, missing } of engines) {
  describe(`reading generated sections in ${name}`, { skip: missing() ?? false }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-layouts-'));
    let environment: ReadingEnvironment;
    let engine: Engine;

    before(async () => {
      const file = join(folder, 'hard.epub');
      writeFileSync(file, await buildStressBook());
      environment = await openReadingEnvironment([file]);
      engine = await environment.engine(name);
    });
    after(async () => {
      await engine?.close();
      await environment?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    for (const { seed, shape: index, count } of samples) {
      const shape = pageShapes[index];
      if (!shape) continue;
      it(`shows every letter on one page, in order and uncovered, ${shape.width} × ${shape.height}, from seed ${seed}`, async () => {
        const layouts = Array.from({ length: count }, (_, at) => generateLayout(seed + at));
        const { failures, sections } = await verifyLayouts(environment, engine, layouts, shape);
        assert.deepEqual([...failures], []);
        assert.equal(sections, layouts.length);
      });
    }

    it('has no blank page between chapters that end with empty boxes', async () => {
      const file = join(folder, 'ends.epub');
      writeFileSync(file, await buildChapterEnds());
      const index = environment.add(file);
      const book = await environment.open(engine, index, { width: 390, height: 844 }, 18);
      const { blankPages, faults, pages } = await verifyText(book);
      assert.deepEqual([...blankPages], []);
      assert.deepEqual(faults, []);
      assert.ok(pages > 100);
    });

    it('shows the text of sections whose styles pages cannot follow', async () => {
      const file = join(folder, 'publishers.epub');
      writeFileSync(file, await buildPublisherSections());
      const index = environment.add(file);
      for (const shape of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        const book = await environment.open(engine, index, shape, 16);
        const { blankPages, faults, sections } = await verifyText(book);
        assert.deepEqual([...blankPages], []);
        assert.deepEqual(faults, []);
        assert.equal(sections, 5);
      }
    });

    it('gives verses the height of their lines, and pictures the size that rules state', async () => {
      const file = join(folder, 'sizes.epub');
      writeFileSync(file, await buildPublisherSections());
      const index = environment.add(file);
      const shape = { width: 390, height: 844 };
      const book = await environment.open(engine, index, shape, 16);
      const measure = async (section: number, expression: string) => {
        await book.goTo(section, 0);
        // Waits for the repair of the layout.
        await book.read();
        await book.goTo(section, 0);
        return engine.evaluate(
          `(() => {
            const page = document.querySelector('svc-reader').shadowRoot.querySelector('svc-page');
            const roots = [...page.shadowRoot.querySelectorAll('*')].flatMap((one) => one.shadowRoot ?? []);
            const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);
            const sizeOf = ({ width, height }) => [Math.round(width), Math.round(height)];
            return JSON.stringify(${expression});
          })()`,
        );
      };
      const covering = `all('.stretch').filter((box) => {
        const linesOf = (one) => {
          const range = document.createRange();
          range.selectNodeContents(one.firstChild);
          return [...range.getClientRects()];
        };
        const [line, next] = [linesOf(box).at(-1), box.nextSibling && linesOf(box.nextSibling)[0]];
        const isInColumn = next && next.left < line.right && next.right > line.left;
        return isInColumn && next.top > line.top - line.height && next.top < line.bottom - line.height / 4;
      }).length`;
      assert.equal(await measure(2, `[all('.stretch').length, ${covering}]`), '[30,0]');
      const sizes = (selector: string) =>
        `all('${selector}').map((one) => sizeOf(one.getBoundingClientRect()))`;
      assert.equal(await measure(3, sizes('.high img, .low')), '[[64,48],[85,64]]');
      const share = `all('.share').map((one) => one.getBoundingClientRect().width / one.parentElement.getBoundingClientRect().width < 0.5)`;
      assert.equal(await measure(3, share), '[true]');
      assert.equal(await measure(4, sizes('.gaiji img')), '[[16,12]]');
    });

    it('keeps the start of the page visible after rotations and changes of settings', async () => {
      const shape = { width: 390, height: 844 };
      const book = await environment.open(engine, 0, shape, 18);
      assert.deepEqual(await verifyPlaces(book, { seed: 1, count: 6, shape }), []);
    });
  });
}
