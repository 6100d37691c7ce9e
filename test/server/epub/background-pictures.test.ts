import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFixture } from './fixtures/compile-fixture.ts';
import { imageBytes } from './fixtures/image-book.ts';

async function compiled(declarations: string): Promise<string> {
  const { styleSheets } = await compileFixture({
    css: `.art { ${declarations} }`,
    files: { 'a.png': imageBytes },
  });
  return Object.values(styleSheets).join('');
}

describe('pictures in the background of text', () => {
  it('are dimmed in dark themes if they fill the box', async () => {
    for (const declarations of [
      'background: url(a.png)',
      'background: url("a.png") #fff2c6 repeat',
      'background-image: url(a.png); background-color: #fff2c6',
      'background: url(a.png) no-repeat; background-size: cover',
    ]) {
      const layers = /background(?:-image)?:linear-gradient\(oklch\([^]*--svc-l-base[^]*,url\(/;
      assert.match((await compiled(declarations)).replaceAll(' url', ',url'), layers, declarations);
    }
  });

  it('stay as they are at one place of the box', async () => {
    for (const declarations of [
      'background: url(a.png) no-repeat top right',
      'background-image: url(a.png); background-repeat: no-repeat',
    ])
      assert.doesNotMatch(await compiled(declarations), /linear-gradient/);
  });

  it('stay as they are in rules and pseudo-elements, which are ornaments', async () => {
    assert.match(await compiled('background: url(a.png) repeat-x'), /:where\(hr\)\{--svc-edge:0\}/);
    const { styleSheets } = await compileFixture({
      css: 'p::after { content: ""; background: url(a.png) }',
      files: { 'a.png': imageBytes },
    });
    assert.doesNotMatch(Object.values(styleSheets).join(''), /linear-gradient/);
  });

  it('let the color beside them decide which text is readable', async () => {
    assert.match(await compiled('background: url(a.png) #000 repeat'), /--svc-bg:0;/);
    assert.match(await compiled('background: url(a.png) #fff'), /--svc-bg:1;/);
    assert.match(await compiled('background: url("a.png#fff")'), /--svc-bg:inherit;/);
  });
});
