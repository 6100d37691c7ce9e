import assert from 'node:assert/strict';
import type { TestCase, Checks } from '../check.ts';
import { assertColors, assertImage, computedValues, isGreen } from './screen-queries.ts';

/** Content documents: fonts and SVG. */
export const content: Checks = {
  'cnt-css-fonts_ot': hasOwnFont,
  'cnt-css-fonts_tt': hasOwnFont,
  'cnt-css-fonts_woff': hasOwnFont,
  'cnt-css-fonts_woff2': hasOwnFont,
  'cnt-mathml-support': async (test) => {
    const screen = await test.open();
    const formulas = (await screen.pictures(0)).filter(({ tag }) => tag === 'math');
    assert.ok(formulas.length > 0, 'No formula is visible.');
    const displays = await computedValues(screen, 0, 'math', 'display');
    assert.ok(
      displays.every((display) => display.endsWith('math')),
      'A formula is laid out as text.',
    );
  },
  'cnt-svg-css': async (test) => {
    const screen = await test.open();
    await assertColors(screen, 0, 'img', { is: isGreen, atLeast: 0.05, what: 'green' });
  },
  'cnt-svg-css-inclusion': async (test) => {
    const screen = await test.open();
    await assertColors(screen, 0, 'svg', { is: isGreen, atLeast: 0.05, what: 'green' });
  },
  'cnt-svg-css-reference': async (test) => {
    const screen = await test.open();
    await assertImage(screen, 0);
    await assertColors(screen, 0, 'img', { is: isGreen, atLeast: 0.05, what: 'green' });
  },
  'cnt-svg-embedded': async (test) => assertImage(await test.open(), 0, 'svg'),
  'cnt-svg-support': async (test) => assertImage(await test.open(), 0),
  'cnt-xhtml-support': async (test) => {
    const screen = await test.open();
    assert.notEqual(await screen.text(0), '', 'The document is rendered empty.');
  },
};

/** Some text uses a font of the book, and this font is loaded. */
export async function hasOwnFont(test: TestCase): Promise<void> {
  assert.notEqual(test.publication().fonts.length, 0, 'No font of the book was loaded.');
  const screen = await test.open();
  const families = await computedValues(screen, 0, '*', 'font-family');
  const bare = (family: string) => (family.split(',')[0] ?? '').replaceAll('"', '').trim();
  const own = families.map(bare).filter((family) => family.startsWith('svc-'));
  assert.notEqual(own.length, 0, 'No text uses a font of the book.');
  // Fonts are fetched after the first text is shown.
  await screen.page.waitForFunction(
    (families) =>
      families.every((wanted) =>
        [...document.fonts].some(
          ({ family, status }) => family.replaceAll('"', '') === wanted && status === 'loaded',
        ),
      ),
    [...new Set(own)],
  );
}
