import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeElement } from '../../../server/epub/contract.ts';
import { bodyOf, compileChapter, classesOf, words } from './fixtures/compile-fixture.ts';

describe('headings', () => {
  it('are not justified, whether by inheritance or by a rule', async () => {
    const css = 'body { text-align: justify } .c { text-align: center } h3 { text-align: justify }';
    const section = await compileChapter(
      '<h1>One</h1><div class="c"><h2>Two</h2><h3>Three</h3></div><p>Four</p>',
      { css },
    );
    assert.deepEqual(bodyOf(section).map(classesOf), [['svc-s1'], ['c', 'svc-s1'], []]);
    assert.match(section.css, /\.svc-s1\)\{text-align:start\}/);
  });
});

describe('cells that share a row', () => {
  const css = 'body, .j { text-align: justify } .c { text-align: center }';
  const classes = async (table: string) => {
    const [tree] = bodyOf(await compileChapter(table, { css }));
    const all: [string, string][] = [];
    const visit = ([tag, { class: name = '' }, ...children]: TreeElement) => {
      if (name.includes('svc-s')) all.push([tag, name]);
      for (const child of children) if (typeof child !== 'string') visit(child);
    };
    if (tree && typeof tree !== 'string') visit(tree);
    return all;
  };

  it('are not justified, whether by inheritance or by a rule', async () => {
    assert.deepEqual(
      await classes(
        '<table><tr><td>One</td><td><p class="j">Two</p><p>Three</p></td></tr></table>',
      ),
      [
        ['tr', 'svc-s1'],
        ['p', 'j svc-s1'],
      ],
    );
    assert.deepEqual(
      await classes(
        '<table class="c"><tr><th>One</th><td class="j">Two<table><tr><td class="j">Three</td></tr></table></td></tr></table>',
      ),
      [
        ['td', 'j svc-s1'],
        ['td', 'j svc-s1'],
      ],
    );
  });

  it('keep the alignment of more specific rules, such as those of columns with numbers', async () => {
    for (const rule of ['td:last-child', 'td + td', 'td:nth-child(2)', '.n', 'tr > .n']) {
      const more = `${css} td { text-align: justify } ${rule} { text-align: right }`;
      const [row] = bodyOf(
        await compileChapter('<table><tr><td>One</td><td class="n"><p>2</p></td></tr></table>', {
          css: more,
        }),
      );
      assert.doesNotMatch(JSON.stringify(row), /"n svc-s|"p",\{"class/, rule);
    }
  });

  it('are unchanged if the row has only one or nothing is justified', async () => {
    assert.deepEqual(await classes('<table><tr><td><p class="j">One</p></td></tr></table>'), []);
    assert.deepEqual(
      await classes('<table class="c"><tr><td>One</td><td>Two</td></tr></table>'),
      [],
    );
  });
});

describe('text in columns of a book', () => {
  const text = '<div class="two"><ul><li>One</li></ul><p class="c">Two</p></div><p>Three</p>';
  const compiled = (columns: string) =>
    compileChapter(text, {
      css: `body { text-align: justify } .c { text-align: center } .two { ${columns} }`,
    });

  for (const columns of [
    'columns: 2',
    'column-count: 3',
    'column-width: 9em',
    '-webkit-columns: 2',
  ]) {
    it(`is not justified: ${columns}`, async () => {
      const [box, after] = bodyOf(await compiled(columns));
      assert.match(JSON.stringify(box), /^\["div",\{"class":"two svc-s1"\},/);
      assert.match(JSON.stringify(box), /\["p",\{"class":"c"\}/);
      assert.doesNotMatch(JSON.stringify(after), /svc-s/);
    });
  }

  it('is justified if there is only one', async () => {
    for (const columns of ['columns: 1', 'columns: auto', 'column-count: auto', 'column-gap: 2em'])
      assert.doesNotMatch(JSON.stringify(bodyOf(await compiled(columns))), /svc-s/, columns);
  });
});

describe('lines of verse', () => {
  const css = 'body { text-align: justify }';
  const line = 'Arma virumque cano, Troiae qui primus ab oris';

  it('are not justified if they are longer than the page', async () => {
    const section = await compileChapter(
      `<p>${line}<br/>${line}<br/>${line}</p><p><i>${line}<br/>${line}<br/>${line}</i></p>`,
      { css },
    );
    assert.deepEqual(bodyOf(section).map(classesOf), [['svc-verse svc-s1'], ['svc-verse svc-s1']]);
  });

  it('are prose if they are long, are few or contain blocks', async () => {
    const section = await compileChapter(
      `<p>${words(60)}<br/>${words(60)}<br/>${words(60)}</p><p>${line}<br/>${line}</p>` +
        `<div>${line}<br/>${line}<br/><p>${words(60)}</p></div>`,
      { css },
    );
    assert.deepEqual(bodyOf(section).map(classesOf), [[], [], []]);
  });
});
