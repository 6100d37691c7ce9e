import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { blend, wcagContrast } from 'culori';
import { runsOf } from '../../../scripts/test-tiers.js';
import { openContrastMeter } from '../../reading/measure-contrast.ts';
import { pick, seededRandom, type Random } from '../../faults/seeded-random.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

let meter: Awaited<ReturnType<typeof openContrastMeter>> | null = null;
after(() => meter?.close());

it('text keeps a contrast of 4.5 in every theme, for random colors of text and boxes', async () => {
  meter = await openContrastMeter();
  for (let seed = 1; seed <= runsOf(60); seed += 1) {
    const { css, body } = randomBook(seededRandom(seed));
    const contrasts = await meter.measure(await compileFixture({ css, chapters: [body] }));
    for (const [theme, { text }] of Object.entries(contrasts)) {
      // The luminance of a saturated background is only estimated after the theme has shifted it,
      // so tolerate a small difference.
      const found = `${text?.ratio} for ${text?.text}`;
      assert.ok((text?.ratio ?? 0) >= 4.4, `Seed ${seed}, ${theme}: ${found} in\n${css}`);
    }
  }
});

it('borders and rules keep a contrast of 3 in every theme, for random colors of borders and boxes', async () => {
  meter ??= await openContrastMeter();
  for (let seed = 1; seed <= runsOf(60); seed += 1) {
    const chance = seededRandom(seed);
    const box = solidColor(chance);
    // A border that is almost as light as its background is meant to be invisible.
    const line = (): string => {
      const color = randomColor(chance);
      const onWhite = blend(['white', color]);
      const isVisible = ['white', box].every((below) => wcagContrast(onWhite, below) > 1.15);
      return isVisible ? color : line();
    };
    const css = `.a { border: 2px solid ${line()} } .b { border-top: 3px dotted ${line()} }
      .box { background: ${box} } hr.own { border: 1px solid ${line()} }
      hr.filled { border: 1px solid ${box}; background: ${box} }`;
    const boxes =
      '<div class="a">text</div><p class="b">text</p><hr/><hr class="own"/><hr class="filled"/>';
    const body = `${boxes}<div class="box">${boxes}</div>`;
    const contrasts = await meter.measure(await compileFixture({ css, chapters: [body] }));
    for (const [theme, { ornaments }] of Object.entries(contrasts)) {
      const found = `${ornaments?.ratio} for ${ornaments?.text}`;
      assert.ok((ornaments?.ratio ?? 0) >= 3, `Seed ${seed}, ${theme}: ${found} in\n${css}`);
    }
  }
});

it('borders of the color of their background stay invisible in every theme', async () => {
  meter ??= await openContrastMeter();
  for (const color of ['#eee', '#333366', 'white', 'rgb(200 220 240)']) {
    const css = `.box { background: ${color} } .edge { border: 9px solid ${color} }`;
    for (const classes of ['edge', 'box edge']) {
      const body = `<div class="box"><div class="${classes}">text</div></div>`;
      const contrasts = await meter.measure(await compileFixture({ css, chapters: [body] }));
      for (const [theme, { ornaments }] of Object.entries(contrasts)) {
        if (theme.startsWith('contrast')) continue;
        assert.ok((ornaments?.ratio ?? 21) < 1.1, `${color}, ${theme}: ${ornaments?.ratio}`);
      }
    }
  }
});

it('code with colored words is readable in dark boxes, which no theme makes light', async () => {
  meter ??= await openContrastMeter();
  const css = `pre { background: #272822; color: #f8f8f2 } code { background: #eee; color: #c7254e }
    pre code { background: none; color: inherit } .s { color: #e6db74 } .c { color: #75715e }`;
  const body = '<pre><code><i class="s">text</i> <i class="c">note</i></code></pre><code>x</code>';
  const book = await compileFixture({ css, chapters: [body] });
  const contrasts = await meter.measure(book);
  for (const [theme, { text }] of Object.entries(contrasts))
    assert.ok((text?.ratio ?? 0) >= 4.5, `${theme}: ${text?.ratio} for ${text?.text}`);
  const [styles = ''] = Object.values(book.styleSheets);
  assert.match(styles, /background:oklch\(calc\(min\(0\.27/);
});

function randomColor(chance: Random): string {
  const channel = () => Math.floor(chance() * 256);
  const hex = `#${[channel(), channel(), channel()].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
  return pick(chance, [
    hex,
    hex,
    pick(chance, ['red', 'yellow', 'navy', 'lime', 'gray', 'silver', 'white', 'black', 'blue']),
    `hsl(${channel()} ${channel() % 100}% ${channel() % 100}%)`,
    `rgba(${channel()}, ${channel()}, ${channel()}, 0.6)`,
  ]);
}

/** A translucent background depends on the one below it. */
function solidColor(chance: Random): string {
  return randomColor(chance).replace(/rgba\((.*), 0\.6\)/, 'rgb($1)');
}

/** Nested boxes, each with a color, a background, both or neither. */
function randomBook(chance: Random): { css: string; body: string } {
  const classes = Array.from({ length: 8 }, (_, index) => `c${index}`);
  const css = classes.map((name) => {
    const background = pick(chance, ['background', 'background-color']);
    const solid = solidColor(chance);
    return pick(chance, [
      `.${name} { color: ${randomColor(chance)} }`,
      `.${name} { ${background}: ${solid} }`,
      `.${pick(chance, classes)} .${name} { background: ${pick(chance, ['none', 'transparent', 'rgb(9 9 9 / 0)'])} }`,
      `.${name} { color: ${randomColor(chance)}; ${background}: ${solid} }`,
    ]);
  });
  const box = (depth: number): string =>
    `<div class="${pick(chance, classes)}">text ${depth}${depth < 3 ? box(depth + 1) + box(depth + 1) : ''}</div>`;
  return { css: css.join('\n'), body: box(0) + box(0) };
}
