import assert from 'node:assert/strict';
import { converter } from 'culori';
import type { TestCase, Checks } from '../check.ts';
import { computedValues, serializedValues } from './screen-queries.ts';

const toRgb = converter('rgb');

/** The prefixed properties of the EPUB style sheet profile. */
export const styles: Checks = {
  'css-epub-hyphens': (test) =>
    hasStyles(test, [
      [
        0,
        'p:nth-of-type(4), p:nth-of-type(6), p:nth-of-type(8)',
        'hyphens',
        ['none', 'manual', 'auto'],
      ],
    ]),
  'css-epub-text-align-last': (test) =>
    hasStyles(test, [
      [
        0,
        'p:nth-of-type(even):not(:nth-of-type(2))',
        'text-align-last',
        ['auto', 'start', 'end', 'left', 'right', 'center', 'justify'],
      ],
    ]),
  'css-epub-text-combine-horizontal': (test) =>
    hasStyles(test, [
      [0, 'p:nth-of-type(3)', 'text-combine-upright', ['none']],
      [0, 'p > span', 'text-combine-upright', ['all', 'all', 'all']],
    ]),
  'css-epub-line-break': (test) =>
    hasStyles(test, [[0, '[lang=jp]', 'line-break', ['auto', 'loose', 'normal', 'strict']]]),
  'css-epub-text-emphasis': async (test) => {
    await hasStyles(test, [
      [
        0,
        'p > span',
        'text-emphasis-style',
        [
          'filled dot',
          'filled circle',
          'filled double-circle',
          'filled triangle',
          'filled sesame',
          '"a"',
          'open dot',
          'open dot',
          'filled double-circle',
          'filled triangle',
          'filled triangle',
          'filled dot',
          'filled dot',
        ],
      ],
      [0, 'p:nth-of-type(28) > span', 'text-emphasis-position', ['under']],
      [1, 'span', 'text-emphasis-position', ['over left']],
      [3, 'span', 'text-emphasis-position', ['over right']],
    ]);
    const screen = await test.open();
    const colours = await computedValues(screen, 0, 'p > span', 'text-emphasis-color');
    // The theme may use a different blue.
    const blue = toRgb(colours[11]);
    assert.ok(blue && blue.b > blue.r + 0.3 && blue.b > blue.g + 0.3, `It is ${colours[11]}.`);
  },
  'css-epub-text-orientation': (test) =>
    hasStyles(test, [
      [
        1,
        'p:not(:nth-of-type(1))',
        'text-orientation',
        ['mixed', 'upright', 'sideways', 'sideways'],
      ],
      [1, 'p', 'writing-mode', Array.from({ length: 5 }, () => 'vertical-rl')],
    ]),
  'css-epub-text-transform': (test) =>
    hasStyles(test, [[0, 'p:nth-of-type(2)', 'text-transform', ['full-width']]]),
  'css-epub-text-underline-position': (test) =>
    hasStyles(test, [
      [0, 'span', 'text-underline-position', ['auto']],
      [1, 'span', 'text-underline-position', ['under']],
      [2, 'span', 'text-underline-position', ['under left']],
      [4, 'span', 'text-underline-position', ['under right']],
    ]),
  'css-epub-word-break': (test) =>
    hasStyles(test, [
      [
        0,
        'p:nth-of-type(3), p:nth-of-type(5), p:nth-of-type(7)',
        'word-break',
        ['normal', 'keep-all', 'break-all'],
      ],
    ]),
  'css-epub-writing-mode': (test) =>
    hasStyles(test, [
      [0, 'p:last-of-type', 'writing-mode', ['horizontal-tb']],
      [1, 'p', 'writing-mode', ['vertical-rl']],
      [2, 'p', 'writing-mode', ['vertical-lr']],
    ]),
};

type Wanted = [section: number, selector: string, property: string, values: string[]];

async function hasStyles(test: TestCase, wanted: Wanted[]): Promise<void> {
  const screen = await test.open();
  for (const [section, selector, property, values] of wanted) {
    await screen.show(section);
    const found = await computedValues(screen, section, selector, property);
    assert.deepEqual(
      found,
      await serializedValues(screen, property, values),
      `${property} of ${selector}`,
    );
  }
}
