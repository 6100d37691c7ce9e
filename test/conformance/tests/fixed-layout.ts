import assert from 'node:assert/strict';
import type { TestCase, Checks } from '../check.ts';
import type { ReaderScreen } from '../reader-screen.ts';
import {
  assertColors,
  assertImage,
  isGreen,
  isRed,
  pagesOf,
  pagesOnScreen,
} from './screen-queries.ts';
import { middleOfText } from './scrolled-pages.ts';

export const landscape = { width: 1280, height: 700 };
export const portrait = { width: 600, height: 1000 };

/** Fixed-layout pages: their sizes, sides and spreads. */
const fixedPages: Checks = {
  'fxl-page-spread-center': async (test) => {
    const screen = await test.open(landscape);
    const [page, second] = await pagesOnScreen(screen);
    assert.ok(page && !second, 'The first page is not shown alone.');
    assertNear(page.left + page.width / 2, landscape.width / 2, 'The middle of the page');
  },
  'lay-layout-pre-paginated': async (test) => {
    const { readingOrder } = test.publication();
    const screen = await test.open(portrait);
    for (const [index, { layout }] of readingOrder.entries()) {
      assert.equal(layout, 'fixed');
      assert.equal(await screen.section(), index, 'The pages are not in spine order.');
      assert.equal(await pagesOf(screen, index), 1, 'A spine item is not exactly one page.');
      await screen.turn(1);
    }
  },
  'lay-layout-pre-paginated-spreads': async (test) => {
    const count = test.publication().readingOrder.length;
    const screen = await test.open(landscape);
    const seen: number[] = [];
    for (;;) {
      const sheets = await pagesOnScreen(screen);
      seen.push(...sheets.map(({ section }) => section));
      const [left, right] = sheets;
      if (left && right) assertNear(left.left + left.width, right.left, 'The gutter of the spread');
      const before = await screen.section();
      await screen.turn(1);
      if ((await screen.section()) === before) break;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: count }, (_, index) => index),
    );
    assert.ok(seen.length > 2, 'No spread is shown.');
  },
  'lay-fxl-orientation-landscape': async (test) => {
    const screen = await test.open(portrait);
    const [page] = await pagesOnScreen(screen);
    assert.ok(page && page.width > page.height, 'The page is not shown in landscape.');
  },
  'lay-page-spread-left': (test) => isOnSide(test, 'left'),
  'lay-page-spread-right': (test) => isOnSide(test, 'right'),
  'lay-page-spread-break': async (test) => {
    const screen = await test.open(landscape);
    for (const pair of [
      [0, 1],
      [2, 3],
    ]) {
      await screen.show(pair[0] ?? 0);
      const sections = (await pagesOnScreen(screen)).map(({ section }) => section);
      assert.deepEqual(sections, pair, 'A page is not next to the other page of its spread.');
    }
  },
  'lay-page-spread-combined': async (test) => {
    const { readingOrder } = test.publication();
    const first = readingOrder.findIndex(
      ({ spread }, index) => spread === 'left' && readingOrder[index + 1]?.spread === 'right',
    );
    assert.ok(first >= 0, 'No two pages form a spread.');
    const screen = await test.open(landscape);
    await screen.show(first);
    const [left, right] = await pagesOnScreen(screen);
    assert.deepEqual([left?.section, right?.section], [first, first + 1]);
    assertNear(
      (left?.left ?? 0) + (left?.width ?? 0),
      right?.left ?? 0,
      'The gutter of the spread',
    );
  },
  'lay-orientation-default': async (test) => {
    for (const shape of [landscape, portrait]) {
      const screen = await test.open(shape);
      const [page] = await pagesOnScreen(screen);
      assert.ok(page && page.width <= shape.width && page.height <= shape.height);
    }
  },
  'lay-spread-auto': showsEachPage,
  'lay-spread-default': showsEachPage,
  'lay-spread-both': async (test) => {
    for (const shape of [landscape, portrait]) {
      const screen = await test.open(shape);
      await screen.show(2);
      assert.equal((await pagesOnScreen(screen)).length, 2, 'No spread is shown.');
    }
  },
  'lay-viewport-meta-prop': async (test) => {
    const screen = await test.open(portrait);
    const boxes: { left: number; top: number; width: number; height: number }[] = [];
    for (const { index, viewport } of test.publication().sections) {
      assert.deepEqual(viewport, { width: 900, height: 600 });
      await screen.show(index);
      const found = (await pagesOnScreen(screen)).find(({ section }) => section === index);
      assert.ok(found, `Page ${index} is not shown.`);
      const { left, top, width, height } = found;
      boxes.push({ left, top, width, height });
    }
    for (const box of boxes)
      assert.deepEqual(box, boxes[0], 'A page is scaled by its own declaration.');
  },
  'lay-embedded-images': showsImages,
  'lay-embedded-images-svg': showsImages,
  'lay-images-in-spine': showsImages,
  'lay-images-mixed': showsImages,
  'lay-fxl-spread-landscape': async (test) => {
    const wide = await test.open(landscape);
    await wide.show(2);
    assert.equal((await pagesOnScreen(wide)).length, 2, 'No spread is shown in landscape.');
    const upright = await test.open(portrait);
    await upright.show(2);
    assert.equal((await pagesOnScreen(upright)).length, 1, 'A spread is shown in portrait.');
  },
  'lay-spread-none': async (test) => {
    const screen = await test.open(landscape);
    for (const index of test.publication().readingOrder.keys()) {
      await screen.show(index);
      const sections = (await pagesOnScreen(screen)).map(({ section }) => section);
      assert.deepEqual(sections, [index], 'A page is not shown on its own.');
    }
  },
  'lay-svg-icb_multi': async (test) => {
    const screen = await test.open(landscape);
    await screen.show(1);
    await assertColors(screen, 1, 'img', { is: isRed, atLeast: 0.97, what: 'red' });
    await screen.show(2);
    await assertColors(screen, 2, 'img', { is: isGreen, atLeast: 0.01, what: 'green' });
  },
  'lay-xhtml-icb': async (test) => {
    hasSizes(
      test,
      [0, 1, 2, 3].map(() => [900, 600]),
    );
    await hasNoRed(test, [0]);
  },
  'lay-fxl-xhtml-icb_device_sizes': async (test) => {
    const screen = await test.open(landscape);
    const [page] = await pagesOnScreen(screen);
    assert.ok(page, 'No page is shown.');
    const room = await screen.page.evaluate(() => {
      const stage = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      return stage?.getBoundingClientRect().toJSON() as { width: number; height: number };
    });
    assertNear(page.width, room.width, 'The width of the page');
    assertNear(page.height, room.height, 'The height of the page');
  },
  'lay-xhtml-icb_invalid_meta': async (test) => {
    hasSizes(test, [
      [900, 600],
      [900, 600],
    ]);
    await hasNoRed(test, [0, 1]);
  },
  'lay-xhtml-icb_multi': async (test) => {
    const sizes = test.publication().sections.map(({ viewport }) => viewport);
    assert.equal(new Set(sizes.map((size) => JSON.stringify(size))).size, 2, 'The sizes');
    const screen = await test.open(portrait);
    for (const [index, size] of sizes.entries()) {
      await screen.show(index);
      const page = (await pagesOnScreen(screen)).find(({ section }) => section === index);
      const share = (size?.width ?? 0) / (size?.height ?? 1);
      assertNear(
        (page?.width ?? 0) / (page?.height ?? 1),
        share,
        'The aspect ratio of the page',
        0.01,
      );
    }
  },
  'lay-xhtml-icb_repeated-in-meta': async (test) => {
    hasSizes(test, [
      [900, 600],
      [900, 600],
    ]);
    await hasNoRed(test, [0, 1]);
  },
  'lay-xhtml-icb_units': (test) => looksTheSame(test),
  'lay-xhtml-icb_multi_declarations': (test) => looksTheSame(test),
};

/** Reflowable and fixed-layout documents in one book, and reflowable content. */
const mixed: Checks = {
  'lay-spine-overrides_behave-as-global': async (test) => {
    await hasLayouts(test, ['fixed', 'reflowable']);
  },
  'lay-spine-overrides_behave-as-global-bis': async (test) => {
    await hasLayouts(test, ['reflowable', 'fixed', 'reflowable']);
  },
  'lay-pp-spine-overrides_image-only-pp': async (test) => {
    await hasLayouts(test, ['fixed', 'reflowable']);
    await assertImage(await test.open(), 0);
  },
  'lay-pp-spine-overrides_image-spine-reflow': async (test) => {
    await hasLayouts(test, ['reflowable', 'fixed', 'reflowable']);
    // The manifest lists the image under a wrong path, so its fallback is shown without the image.
    hasSizes(test, [null, [1000, 600], null]);
  },
  'lay-spine-overrides_duplicate': async (test) => {
    await hasLayouts(test, ['fixed', 'reflowable']);
  },
  'lay-spine-overrides_image-only-reflow': async (test) => {
    const screen = await hasLayouts(test, ['reflowable', 'fixed', 'reflowable']);
    await screen.show(1);
    await assertImage(screen, 1);
  },
  'lay-spine-overrides_image-spine-pp': async (test) => {
    await hasLayouts(test, ['fixed', 'reflowable']);
  },
  'lay-fxl-layout-default': async (test) => {
    const { readingOrder } = test.publication();
    await hasLayouts(
      test,
      readingOrder.map(() => 'reflowable'),
    );
  },
  'lay-page-layout-both-spread': async (test) => {
    const { readingOrder } = test.publication();
    const screen = await test.open(landscape);
    for (const [index, { layout, spread }] of readingOrder.entries()) {
      if (layout !== 'reflowable' || !spread || spread === 'center') continue;
      await screen.show(index);
      const middle = await middleOfText(screen, index);
      const isLeft = middle < landscape.width / 2;
      assert.equal(isLeft ? 'left' : 'right', spread, 'The text begins on the wrong side.');
    }
  },
  'lay-reflow-align-x-center': async (test) => {
    const index = test.publication().readingOrder.findIndex(({ spread }) => spread === 'center');
    assert.ok(index >= 0, 'No page is placed in the center.');
    const screen = await test.open(landscape);
    await screen.show(index);
    const { left, right } = await screen.ask(index, (root) => {
      const box = root.getBoundingClientRect();
      return { left: box.left, right: box.right };
    });
    assertNear((left + right) / 2, landscape.width / 2, 'The middle of the text', 20);
  },
  'lay-page-layout-both': async (test) => {
    const screen = await hasLayouts(test, ['fixed', 'reflowable', 'fixed', 'fixed']);
    await screen.show(0);
    await screen.turn(1);
    const sections = (await pagesOnScreen(screen)).map(({ section }) => section);
    assert.deepEqual(sections, [1], 'The reflowable document is not on the next page.');
  },
  'lay-pp-layout-default': async (test) => {
    await hasLayouts(test, ['reflowable']);
  },
  'lay-rendition-flow-pre-pag': async (test) => {
    await hasLayouts(test, ['reflowable', 'fixed', 'fixed', 'reflowable']);
    hasSizes(test, [null, [900, 600], [900, 600], null]);
  },
};

/**
 * Both generations of the suite contain this test, as `lay-fxl-…` and `lay-pp-…`. Here it is
 * `lay-…`.
 */
export const fixed: Checks = Object.fromEntries(
  Object.entries({ ...fixedPages, ...mixed }).flatMap(([name, check]) =>
    ['lay-', 'lay-fxl-', 'lay-pp-', 'fxl-'].map((start) => [name.replace('lay-', start), check]),
  ),
);

/** Checks that every document has this layout and is rendered with it. */
async function hasLayouts(
  test: TestCase,
  layouts: ('fixed' | 'reflowable')[],
): Promise<ReaderScreen> {
  const { readingOrder } = test.publication();
  assert.deepEqual(
    readingOrder.map(({ layout }) => layout),
    layouts,
  );
  const screen = await test.open(portrait);
  for (const [index, layout] of layouts.entries()) {
    await screen.show(index);
    const isEmpty =
      (await screen.text(index)) === '' && (await screen.pictures(index)).length === 0;
    assert.ok(!isEmpty, `Section ${index} is empty.`);
    if (layout === 'reflowable') continue;
    assert.equal(
      await pagesOf(screen, index),
      1,
      `The fixed-layout section ${index} is not exactly one page.`,
    );
  }
  return screen;
}

function hasSizes(
  test: TestCase,
  sizes: ([width: number, height: number] | null | number[])[],
): void {
  const found = test
    .publication()
    .sections.map(({ viewport }) => viewport && [viewport.width, viewport.height]);
  assert.deepEqual(found, sizes, 'The sizes of the pages');
}

async function hasNoRed(test: TestCase, sections: number[]): Promise<void> {
  const screen = await test.open(portrait);
  for (const section of sections) {
    await screen.show(section);
    const share = (await screen.windowColours())
      .filter(({ colour }) => isRed(colour))
      .reduce((sum, one) => sum + one.share, 0);
    assert.ok(share < 0.0005, `Content outside page ${section} is visible.`);
  }
}

async function showsEachPage(test: TestCase): Promise<void> {
  for (const shape of [landscape, portrait]) {
    const screen = await test.open(shape);
    for (const index of test.publication().readingOrder.keys()) {
      await screen.show(index);
      const sections = (await pagesOnScreen(screen)).map(({ section }) => section);
      assert.ok(sections.includes(index), `Page ${index} is not shown.`);
    }
  }
}

async function showsImages(test: TestCase): Promise<void> {
  const screen = await test.open(landscape);
  for (const [index, { layout }] of test.publication().readingOrder.entries()) {
    assert.equal(layout, 'fixed');
    await screen.show(index);
    const pictures = await screen.pictures(index);
    assert.ok(pictures.length > 0, `Page ${index} has no image.`);
    assert.ok(!pictures.some(({ isBroken }) => isBroken), `The image of page ${index} is broken.`);
    assert.equal(await pagesOf(screen, index), 1, 'A spine item is not exactly one page.');
  }
}

async function looksTheSame(test: TestCase): Promise<void> {
  hasSizes(test, [
    [1000, 600],
    [1000, 600],
  ]);
  const screen = await test.open(landscape);
  const [first] = await pagesOnScreen(screen);
  await screen.show(1);
  const [second] = await pagesOnScreen(screen);
  assert.ok(first && second, 'No page is shown.');
  assert.deepEqual({ ...second, section: 0 }, { ...first, section: 0 }, 'The two pages differ.');
}

/** Checks that the page assigned to a side is on that half of the screen. */
async function isOnSide(test: TestCase, side: 'left' | 'right'): Promise<void> {
  const { readingOrder } = test.publication();
  const index = readingOrder.findIndex(({ spread }) => spread === side);
  assert.ok(index >= 0, `No page is assigned to the ${side} side.`);
  const screen = await test.open(landscape);
  await screen.show(index);
  const page = (await pagesOnScreen(screen)).find(({ section }) => section === index);
  assert.ok(page, 'The page is not shown.');
  const middle = landscape.width / 2;
  if (side === 'left') assertNear(page.left + page.width, middle, 'The right edge of the page');
  else assertNear(page.left, middle, 'The left edge of the page');
}

export function assertNear(found: number, expected: number, what: string, tolerance = 1.5): void {
  assert.ok(Math.abs(found - expected) <= tolerance, `${what} is at ${found}, not ${expected}.`);
}
