import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileCss, compileFixture } from './fixtures/compile-fixture.ts';

describe('styles that could exhaust the memory', () => {
  it('omit the rules above the growth limit for custom properties', async () => {
    const value = 'x'.repeat(3000);
    const css = `:root{--a:${value}}${'p{grid-area:var(--a)}'.repeat(2000)}`;

    const compiled = await compileCss(css);

    assert.ok(compiled.startsWith(`p{grid-area:${value}}`));
    assert.ok(compiled.length < 2_100_000, String(compiled.length));
  });

  it('are compiled once per media query, up to eight million characters', async () => {
    const { styleSheets, warnings } = await compileFixture({
      css: `p{color:red}/*${'x'.repeat(1_000_000)}*/`,
      chapters: Array.from({ length: 12 }, (_, at) => ({
        body: '<p>a</p>',
        head: `<link rel="stylesheet" href="style.css" media="(min-width:${at}px)"/>`,
      })),
      stored: true,
    });

    assert.equal(Object.keys(styleSheets).length, 7);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The styles of “OEBPS/style.css” are too long.'],
    );
  });

  it('omit only declarations whose custom property has an invalid value', async () => {
    const css = ':root{--a:{b}} p{color:var(--a);margin:0} q{width:var(--b,a!b)} i{margin:0}';
    assert.equal(await compileCss(css), 'p{margin:0}i{margin:0}');
  });

  it('compile a selector with very many classes in linear time', async () => {
    const selector = `p${'.a'.repeat(20_000)}`;
    assert.equal(await compileCss(`${selector}{margin:0}`), `${selector}{margin:0}`);
  });
});
