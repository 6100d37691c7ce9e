import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bodyOf,
  compileBody,
  compileChapter,
  compileFixture,
  textOfTree,
} from './fixtures/compile-fixture.ts';

describe('the text of a section', () => {
  it('contains no white space used for indentation', async () => {
    assert.deepEqual(
      await compileBody(`
        <div>
          <p>
            One   <b>two </b> three
          </p>
          <ul>
            <li> four </li>
          </ul>
        </div>
      `),
      [['div', {}, ['p', {}, 'One ', ['b', {}, 'two '], 'three'], ['ul', {}, ['li', {}, 'four']]]],
    );
  });

  it('has a space in place of a line break in Korean, but not in Chinese or Japanese', async () => {
    assert.deepEqual(await compileBody('<p>吾輩は\n  猫である。\n名前</p><p>나는\n고양이</p>'), [
      ['p', {}, '吾輩は猫である。名前'],
      ['p', {}, '나는 고양이'],
    ]);
  });

  it('keeps significant white space', async () => {
    const section = await compileChapter(
      {
        body: '<pre>a\n  b</pre><p class="verse">c\n d</p><p style="white-space: pre-wrap">e  f</p><p>g\u00A0 \u00A0h</p>',
      },
      { css: '.verse { white-space: pre-line }' },
    );

    assert.deepEqual(bodyOf(section).map(textOfTree), [
      'a\n  b',
      'c\n d',
      'e  f',
      'g\u00A0 \u00A0h',
    ]);
  });

  it('is measured in UTF-16 code units, with an offset for every id', async () => {
    const section = await compileChapter(
      '<h1 id="h">Tïtle</h1>\n<p id="p">😀 one <i id="i">two</i> <a name="old"/></p><p id="q">three</p><p id="p">twice</p>',
    );

    assert.equal(textOfTree(section.tree), 'Tïtle😀 one twothreetwice');
    assert.equal(section.length, 25);
    assert.deepEqual(section.ids, { h: 0, p: 5, i: 12, old: 15, q: 15 });
  });

  it('keeps ids that are names of object properties', async () => {
    const section = await compileChapter('<p id="__proto__">a</p><p id="constructor">b</p>');

    assert.deepEqual(Object.entries(section.ids), [
      ['__proto__', 0],
      ['constructor', 1],
    ]);
  });

  it('has a word count by the rules of its language', async () => {
    const words = async (body: string, lang = 'en') =>
      (await compileChapter({ body, htmlAttributes: `xml:lang="${lang}"` })).words;

    assert.equal(await words('<p>It’s a well-known <b>f</b>act: 3.14!</p><p>End</p>'), 6);
    assert.equal(await words('<p>吾輩は猫である。</p>', 'ja'), 5);
    assert.equal(await words('<p>สวัสดีชาวโลก</p>', 'th'), 3);
    assert.equal(await words(''), 0);
  });

  it('has a title from the table of contents, otherwise from its first heading', async () => {
    const { sections } = await compileFixture({
      chapters: [
        '<h1>Not this</h1>',
        { body: '<h2>This <br/>one</h2>', title: null },
        { body: 'x', title: null },
      ],
    });

    assert.deepEqual(
      sections.map(({ title }) => title),
      ['Chapter 1', 'This one', ''],
    );
  });
});

describe('direction and writing mode of a section', () => {
  const chapter = { body: '<p>x</p>' };
  for (const [source, fixture, chapterFixture, expected] of [
    ['nothing', {}, {}, ['ltr', 'horizontal-tb']],
    ['dir on the root', {}, { htmlAttributes: 'dir="rtl"' }, ['rtl', 'horizontal-tb']],
    ['dir on the body', {}, { bodyAttributes: 'dir="rtl"' }, ['rtl', 'horizontal-tb']],
    ['CSS', { css: 'body { direction: rtl }' }, {}, ['rtl', 'horizontal-tb']],
    ['old CSS', { css: 'html { -epub-writing-mode: tb-rl }' }, {}, ['ltr', 'vertical-rl']],
    [
      'vertical CSS whose direction means the columns',
      { css: 'html { writing-mode: vertical-rl; direction: rtl }' },
      { htmlAttributes: 'dir="rtl"' },
      ['ltr', 'vertical-rl'],
    ],
    [
      'a class',
      { css: '.v { writing-mode: vertical-lr }' },
      { htmlAttributes: 'class="v"' },
      ['ltr', 'vertical-lr'],
    ],
    ['another class', { css: '.v { writing-mode: vertical-lr }' }, {}, ['ltr', 'horizontal-tb']],
    [
      'a style attribute',
      {},
      { bodyAttributes: 'style="writing-mode: vertical-rl"' },
      ['ltr', 'vertical-rl'],
    ],
  ] as const) {
    it(`come from ${source}`, async () => {
      const section = await compileChapter({ ...chapter, ...chapterFixture }, fixture);

      assert.deepEqual([section.direction, section.writingMode], expected);
    });
  }

  it('do not come from the package, and a text without a language has none', async () => {
    const section = await compileChapter(
      { body: 'x', htmlAttributes: '' },
      { packageAttributes: 'dir="rtl" xml:lang="he"', metadata: { language: 'he' } },
    );

    assert.deepEqual(section.tree[1], { lang: '', dir: 'ltr', class: 'svc-html' });
    assert.equal(section.language, 'he');
  });
});
