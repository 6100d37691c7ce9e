import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, compileChapter } from './fixtures/compile-fixture.ts';

const page = '<p>Words <span class="pagenum">[Pg 12]</span>words.</p>';

/** The side to which the compiled number floats, or null if it stays where the book puts it. */
async function sideOf(css: string, body = page): Promise<string | null> {
  const section = await compileChapter(body, { css });
  const [, name] = /"class":"pagenum (svc-s\d+)"/.exec(JSON.stringify(bodyOf(section))) ?? [];
  if (!name) return null;
  const [, side] = new RegExp(`\\.${name}\\)\\{[^}]*float:(\\w+)`).exec(section.css) ?? [];
  return side ?? null;
}

describe('page numbers that a book positions in the margin', () => {
  for (const { insets, side } of [
    { insets: 'left: 92%', side: 'right' },
    { insets: 'left: 1%; text-align: left', side: 'left' },
    { insets: 'left: 0', side: 'left' },
    { insets: 'left: -3em; top: auto', side: 'left' },
    { insets: 'right: 2%', side: 'right' },
    { insets: 'right: -2.5em', side: 'right' },
    { insets: 'right: 94%', side: 'left' },
  ]) {
    it(`become floats with “${insets}”`, async () => {
      assert.equal(await sideOf(`.pagenum { position: absolute; ${insets} }`), side);
    });
  }

  it('become floats if the style is an attribute', async () => {
    const body = page.replace('>[Pg', ' style="position: absolute; right: 1%">[Pg');
    const section = await compileChapter(body);
    assert.match(section.css, /float:right/);
  });

  for (const { name, css, body } of [
    {
      name: 'in a positioned box',
      css: 'p { position: relative } .pagenum { left: 92% }',
      body: page,
    },
    { name: 'at a height of its own', css: '.pagenum { left: 92%; top: 1em }', body: page },
    { name: 'between both sides', css: '.pagenum { left: 0; right: 0 }', body: page },
    { name: 'without a side', css: '.pagenum { font-size: small }', body: page },
    {
      name: 'of many words',
      css: '.pagenum { left: 92% }',
      body: page.replace('12', 'word '.repeat(9)),
    },
  ]) {
    it(`stay where the book puts them: text ${name}`, async () => {
      assert.equal(await sideOf(`.pagenum { position: absolute } ${css}`, body), null);
    });
  }

  it('stay where a later rule puts them back into the line', async () => {
    const css = '.pagenum { position: absolute; left: 92% } p .pagenum { position: static }';
    assert.equal(await sideOf(css), null);
  });
});
