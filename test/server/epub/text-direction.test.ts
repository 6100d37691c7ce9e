import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileChapter, compileFixture, words } from './fixtures/compile-fixture.ts';

describe('text directions in a package', () => {
  it('apply to names, except for “auto”', async () => {
    const { metadata } = await compileFixture({
      packageAttributes: 'dir="rtl"',
      metadata: {
        more: '<dc:creator dir="ltr">A</dc:creator><dc:creator dir="auto">B</dc:creator><dc:creator>C</dc:creator>',
      },
    });

    const directions = metadata.contributors.map(({ name, direction }) => [name, direction]);
    assert.deepEqual(directions.slice(-3), [
      ['A', 'ltr'],
      ['B', undefined],
      ['C', 'rtl'],
    ]);
  });
});

describe('the direction of a document that does not state it', () => {
  const arabic = '<p>جلس الشيخ تحت شجرة التوت الكبيرة وراح يقلب أوراق الكتاب ببطء Homo</p>';

  it('is that of most of its letters, and code stays from left to right', async () => {
    const section = await compileChapter(`${arabic}<pre><code>x = 1</code></pre>`);
    assert.equal(section.direction, 'rtl');
    assert.match(section.css, /code.*\{direction:ltr;unicode-bidi:isolate\}/);
    assert.equal((await compileChapter(arabic)).css, '');
  });

  it('is from left to right for other scripts, a few letters, and a stated direction', async () => {
    const stated = await compileChapter(arabic, { css: 'body { direction: ltr }' });
    assert.equal(stated.direction, 'ltr');
    for (const body of [`<p>${words(30)}</p>${arabic}`, '<p>كتاب</p>'])
      assert.equal((await compileChapter(body)).direction, 'ltr', body);
  });
});
