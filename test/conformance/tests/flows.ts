import assert from 'node:assert/strict';
import type { Check, Checks } from '../check.ts';
import { landscape, assertNear, portrait } from './fixed-layout.ts';
import { pagesOf } from './screen-queries.ts';
import { scrolledPages, scrollExtent, swipe } from './scrolled-pages.ts';

/** Checks for pages stacked vertically, as wide as the screen, without gaps. */
const scrolledContinuous: Check = async (test) => {
  const screen = await test.open(landscape);
  assert.ok(await scrollExtent(screen), 'The book is paginated instead of scrolled.');
  for (const [index, { layout }] of test.publication().readingOrder.entries()) {
    assert.equal(layout, 'fixed');
    await screen.show(index);
    const pictures = await screen.pictures(index);
    assert.ok(pictures.length > 0, `Page ${index} has no image.`);
    assert.ok(!pictures.some(({ isBroken }) => isBroken), 'An image is broken.');
    const pages = await scrolledPages(screen);
    for (const [at, page] of pages.entries()) {
      assertNear(page.width, pages[0]?.width ?? 0, 'The width of a page');
      const before = pages[at - 1];
      if (before) assertNear(page.top, before.top + before.height, 'The top of the next page', 1.5);
    }
  }
};

/** Checks for paginated or scrolled text, as the package requests. */
export const flows: Checks = {
  ...Object.fromEntries(
    ['embedded-images', 'embedded-images-svg', 'images-in-spine', 'images-mixed'].map((name) => [
      `lay-roll-${name}`,
      scrolledContinuous,
    ]),
  ),
  'lay-pkg-flow-scrolled-continuous': async (test) => {
    const screen = await test.open(portrait);
    const strip = await scrollExtent(screen);
    assert.ok(strip, 'The text is split into pages.');
    assert.ok(strip.length > strip.room, 'The text cannot be scrolled.');
  },
  'lay-pkg-flow-scrolled-doc': async (test) => {
    const screen = await test.open(portrait);
    assert.ok(await scrollExtent(screen), 'The text is split into pages.');
    for (const [index, { linear }] of test.publication().readingOrder.entries()) {
      if (!linear) continue;
      assert.equal(await screen.section(), index, 'A swipe opens another document.');
      await swipe(screen);
    }
  },
  'lay-pkg-flow-paginated': async (test) => {
    const screen = await test.open(portrait);
    const pages = await pagesOf(screen, 0);
    const long = test.publication().readingOrder.findIndex(({ length }) => length > 8000);
    assert.ok(long >= 0 || pages > 1, 'No content overflows.');
    await screen.show(Math.max(0, long));
    assert.ok(
      (await pagesOf(screen, Math.max(0, long))) > 1,
      'The overflowing content has no pages.',
    );
    await screen.turn(1);
    assert.equal(await screen.section(), Math.max(0, long), 'A page turn left the document.');
  },
};
