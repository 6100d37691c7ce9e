import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { launch, type Browser } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../../scripts/browsers.js';
import { pick, seededRandom, type Random } from '../../faults/seeded-random.ts';
import { compileChapter, textOfTree } from './fixtures/compile-fixture.ts';
import { codeStyles, listing } from './fixtures/code-styles.ts';

describe('white space in code', () => {
  for (const { tool, css, body } of codeStyles) {
    it(`is kept as written by ${tool}`, async () => {
      const section = await compileChapter(body, { css });
      const text = textOfTree(section.tree).replaceAll(/^[\d\n]+(?=def)|(?<=\n)[\d]+(?= )/g, '');
      assert.equal(text, listing);
    });
  }

  it('is not text where computed styles collapse it', async () => {
    const css =
      'pre { white-space: pre } pre.flow { white-space: normal } p code { white-space: inherit }';
    const body = '<pre class="flow">a\n  b</pre><p>c\n  <code>d\n  e</code></p>';
    assert.equal(textOfTree((await compileChapter(body, { css })).tree), 'a bc d e');
  });

  it('separates words of lists that are displayed inline', async () => {
    const css = 'ul.menu > li { display: inline }';
    const body =
      '<ul class="menu"><li>one</li>\n<li>two</li></ul><ul><li>three</li>\n<li>four</li></ul>';
    assert.equal(textOfTree((await compileChapter(body, { css })).tree), 'one twothreefour');
  });
});

describe('preserved white space', () => {
  let browser: Browser | null = null;
  after(() => browser?.close());

  it('is that of the computed style in a browser, for random style sheets', async () => {
    browser = await launch({
      browser: 'chrome',
      executablePath: chromiumPath(),
      args: chromiumFlags(),
    });
    const page = await browser.newPage();
    let preserved = 0;
    for (let seed = 1; seed <= 120; seed += 1) {
      const { css, body, count } = randomBook(seededRandom(seed));
      await page.setContent(
        `<!DOCTYPE html><html><head><style>${css}</style></head><body>${body}</body></html>`,
      );
      const computed: string[] = (await page.evaluate(
        `[...document.querySelectorAll('[data-n]')].map((one) => getComputedStyle(one).whiteSpaceCollapse)`,
      )) as string[];
      assert.equal(computed.length, count);
      const text = textOfTree((await compileChapter(body, { css })).tree);
      for (const [index, value] of computed.entries()) {
        const isKept = text.includes(`<${index}\n  >`);
        const context = `Seed ${seed}, text ${index}, ${value}:\n${css}\n${body}`;
        if (value !== 'collapse') assert.ok(isKept, context);
        // Selectors that the compiler does not match exactly may keep too much, but never too
        // little.
        else if (!/nth-|~|of-type/.test(css)) assert.ok(!isKept, context);
        preserved += value === 'collapse' ? 0 : 1;
      }
    }
    assert.ok(preserved > 100);
  });
});

const tags = ['div', 'pre', 'code', 'span', 'p', 'blockquote', 'samp', 'section'];
const classes = ['a', 'b', 'c'];
const values = [
  'white-space: pre',
  'white-space: pre-wrap',
  'white-space: pre-line',
  'white-space: normal',
  'white-space: nowrap',
  'white-space: inherit',
  'white-space: initial',
  'white-space: unset',
  'white-space: revert',
  'white-space: break-spaces',
  'white-space: preserve nowrap',
  'white-space-collapse: preserve',
  'white-space-collapse: collapse',
  'white-space-collapse: inherit',
];

/**
 * A document in which every element with `data-n` starts with its number, a line break and two
 * spaces.
 */
function randomBook(chance: Random): { css: string; body: string; count: number } {
  let count = 0;
  const element = (depth: number): string => {
    // Blocks inside `p` would end it in HTML.
    const tag = pick(chance, depth > 0 ? tags.filter((name) => name !== 'p') : tags);
    const own = chance() < 0.2 ? ` style="${pick(chance, values)}"` : '';
    const text = `&lt;${count}\n  &gt;`;
    const start = `<${tag} data-n="${count++}" class="${pick(chance, classes)}${chance() < 0.3 ? ' x' : ''}"${own}>`;
    const inner =
      tag === 'p' || depth > 4
        ? ''
        : Array.from({ length: Math.floor(chance() * 3) }, () => element(depth + 1)).join('');
    return `${start}${text}${inner}</${tag}>`;
  };
  const body = Array.from({ length: 3 }, () => element(0)).join('');
  const rules = Array.from({ length: 1 + Math.floor(chance() * 8) }, () => randomRule(chance));
  return { css: rules.join('\n'), body, count };
}

function randomRule(chance: Random): string {
  const compound = () =>
    pick(chance, [
      pick(chance, tags),
      `.${pick(chance, classes)}`,
      `${pick(chance, tags)}.${pick(chance, classes)}`,
      `:is(${pick(chance, tags)}, .${pick(chance, classes)})`,
      `:where(${pick(chance, tags)})`,
      `:not(.${pick(chance, classes)})`,
      '.x',
      '[data-n="1"]',
      'body',
      `${pick(chance, tags)}:first-child`,
      ...(chance() < 0.1 ? [`${pick(chance, tags)}:nth-child(2)`, '.x ~ .a'] : []),
    ]);
  const parts = Array.from({ length: 1 + Math.floor(chance() * 3) }, compound);
  const selector = parts.reduce((left, right) => left + pick(chance, [' ', ' > ', ' + ']) + right);
  return `${selector} { ${pick(chance, values)}${chance() < 0.1 ? ' !important' : ''} }`;
}
