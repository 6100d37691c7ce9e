import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng } from './fixtures/build-epub.ts';
import {
  bodyOf,
  compileBody,
  compileChapter,
  compileFixture,
  classesOf,
  words,
} from './fixtures/compile-fixture.ts';

describe('rows and boxes that the author keeps together', () => {
  it('break if they fill half a page', async () => {
    const css = 'tr, blockquote { break-inside: avoid }';
    const body = `<table><tr><td>${words(20)}</td></tr><tr><td>${words(100)}</td></tr></table><blockquote>${words(30)}</blockquote><blockquote>${words(150)}</blockquote>`;
    const section = await compileChapter(body, { css });
    assert.deepEqual(classesOf(bodyOf(section)), ['svc-split', 'svc-split']);
    assert.match(section.css, /\.svc-split\)\{break-inside:auto!important\}/);
  });

  it('break if their lines fill a third of a page', async () => {
    const css = 'pre, div { break-inside: avoid }';
    const verse = (count: number) => Array.from({ length: count }, () => words(3)).join('<br/>');
    const code = (count: number) => Array.from({ length: count }, () => 'x = 1').join('\n');
    const rows = (count: number) =>
      `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(count)}</table>`;
    const split = async (body: string) =>
      classesOf(bodyOf(await compileChapter(body, { css }))).filter((one) => one === 'svc-split');
    for (const lines of [8, 9]) {
      const expected = lines === 8 ? [] : ['svc-split'];
      const row = `<table><tr><td>NAME</td><td>${verse(lines)}</td></tr></table>`;
      const empty = '<tr><td></td><td></td></tr>';
      const gap = `<div>${rows(lines).replace('</table>', `${empty}</table>`)}</div>`;
      for (const body of [row, gap, `<pre>${code(lines)}</pre>`, `<div>${rows(lines)}</div>`])
        assert.deepEqual(await split(body), expected, body);
    }
  });

  it('break if a narrow cell has that many lines', async () => {
    const split = async (...cells: string[]) => {
      const row = cells.map((cell) => `<td>${cell}</td>`).join('');
      return classesOf(bodyOf(await compileChapter(`<table><tr>${row}</tr></table>`)));
    };
    const definition = words(60).slice(0, 260);
    assert.deepEqual(await split(definition), []);
    assert.deepEqual(await split('Term', definition), ['svc-split']);
    assert.deepEqual(await split('Term', definition.slice(0, 200)), []);
    const half = definition.slice(0, 175);
    assert.deepEqual(await split(half, half), ['svc-split']);
  });

  it('break together if a cell spans them and they are long', async () => {
    const split = async (lines: number) => {
      const note = `<p>${words(3)}</p>`.repeat(lines);
      const rows = `<tr><td rowspan="2">!</td><th>Note</th></tr><tr><td>${note}</td></tr>`;
      return classesOf(bodyOf(await compileChapter(`<table>${rows}</table>`)));
    };
    assert.deepEqual(await split(6), []);
    assert.deepEqual(await split(9), ['svc-split', 'svc-split']);
  });

  it('include short boxes whose parts are beside each other', async () => {
    const css = '.row { display: flex } @media (min-width: 600px) { .wide { display: flex } }';
    const kept = async (body: string) => (await compileChapter(body, { css })).css.match(/avoid/g);
    const row = (name: string, text: string) =>
      `<div class="${name}"><span>${text}</span><span>Use</span></div>`;
    assert.equal((await kept(row('row', words(10))))?.length, 1);
    assert.equal(await kept(row('row', words(150))), null);
    assert.equal(await kept(row('wide', words(10))), null);
    assert.equal(
      await kept(row('row', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>')),
      null,
    );
  });

  it('stay as they are where only a part of the selector matches', async () => {
    const css = 'nav li { display: inline-block } .x blockquote { break-inside: avoid }';
    const body = `<ul><li>${words(150)}</li></ul><blockquote>${words(150)}</blockquote>`;
    const section = await compileChapter(body, { css });
    assert.deepEqual(classesOf(bodyOf(section)), []);
  });

  it('need no rule in a book without styles', async () => {
    const section = await compileChapter(`<table><tr><td>${words(100)}</td></tr></table>`);
    assert.equal(section.css, '');
  });
});

describe('terms of a list', () => {
  it('may end a page if no definition follows', async () => {
    const cssOf = async (body: string) => (await compileChapter(body)).css;
    assert.match(
      await cssOf('<dl><dt>One</dt><dt>Two</dt></dl>'),
      /dt:has\(\+ dt\).*break-after:auto/,
    );
    assert.equal(await cssOf('<p>One</p>'), '');
  });
});

describe('empty link targets before the first letter of a block', () => {
  const css = 'p::first-letter { font-size: 3em }';
  const opening = '<a id="a"/><span epub:type="pagebreak" id="p7"><i/></span>Once';
  const marked = async (body: string, sheet = css) => {
    const section = await compileChapter(body, { css: sheet });
    const count = classesOf(bodyOf(section)).filter((name) => name === 'svc-anchor').length;
    assert.equal(/svc-anchor\)\{display:contents\}/.test(section.css), count > 0);
    return count;
  };

  it('have no box, and stay where they are', async () => {
    assert.equal(await marked(`<p>${opening}</p>`), 3);
    assert.equal(
      await marked(`<div><p><b>${opening}</b> upon</p><p>A time ${opening}</p></div>`),
      3,
    );
    const { ids } = await compileChapter(`<p>Text</p><p>${opening}</p>`, { css });
    assert.deepEqual(ids, { a: 4, p7: 4 });
  });

  it('have a box after text or pictures, and if they are only space', async () => {
    for (const body of [
      `<p>Text ${opening}</p>`,
      `<p><svg xmlns="http://www.w3.org/2000/svg"/>${opening}</p>`,
      `<p>One<br/>${opening}</p>`,
      '<p><span class="space"/>Once</p>',
    ])
      assert.equal(await marked(body), 0, body);
  });

  it('have a box in books without drop caps', async () => {
    assert.equal(await marked(`<p>${opening}</p>`, 'p { margin: 0 }'), 0);
  });
});

describe('lines that contain only pictures', () => {
  const files = { 'a.png': buildPng(90, 90) };
  const image = '<img src="a.png" alt=""/>';
  const indentOf = async (body: string) => {
    const section = await compileChapter(body, { css: 'p { text-indent: 2em }', files });
    return /text-indent:0/.test(section.css) ? classesOf(bodyOf(section)) : [];
  };

  it('are not indented, which would move a picture beyond the page', async () => {
    for (const body of [
      `<p>${image}</p>`,
      `<p><a href="#x"><span>${image}</span></a> ${image}</p>`,
      `<div>${image}</div>`,
    ])
      assert.deepEqual(await indentOf(body), ['svc-s1'], body);
    assert.deepEqual(await indentOf(`<div><p>${image}</p></div>`), ['svc-s1']);
  });

  it('keep their indent beside text', async () => {
    for (const body of [`<p>${image} Text</p>`, `<p>Text</p>`, '<p></p>', '<p><br/></p>'])
      assert.deepEqual(await indentOf(body), [], body);
  });
});

describe('space above a large picture at the start of a section', () => {
  const css = 'figure { margin: 2em } .framed { border: 1px solid }';
  const files = { 'tall.png': buildPng(400, 900), 'small.png': buildPng(90, 90) };
  const compile = (body: string) => compileChapter(body, { css, files });

  it('is removed, because the picture would leave a blank page before it', async () => {
    const section = await compile(
      '<figure><p><img src="tall.png" alt=""/></p></figure><p>Text</p>',
    );
    assert.deepEqual(classesOf(bodyOf(section)), ['svc-s2', 'svc-s1 svc-s2', 'svc-s2']);
    assert.match(section.css, /\.svc-s2\)\{margin-block-start:0!important;padding-block-start:0/);
  });

  it('stays above small pictures, in frames and after text', async () => {
    for (const body of [
      '<figure><img src="small.png" alt=""/></figure>',
      '<figure class="framed"><img src="tall.png" alt=""/></figure>',
      '<figure>Text <img src="tall.png" alt=""/></figure>',
    ]) {
      assert.doesNotMatch((await compile(body)).css, /margin-block-start/);
    }
  });
});

describe('boxes around the whole text', () => {
  const css =
    '.page { margin: 0 20% } .part { padding: 0 3em } .framed { border: 1px solid; padding: 0 2em }';

  it('have no margins beside those of the reader', async () => {
    const body = `<div class="page"><section class="part"><p>${words(300)}</p></section><section class="part"><p>${words(300)}</p></section></div>`;
    const section = await compileChapter(body, { css });
    assert.deepEqual(classesOf(bodyOf(section)), [
      'page svc-page-box svc-whole-page',
      'part svc-page-box',
      'part svc-page-box',
    ]);
  });

  it('have none above and below either, and little padding in frames', async () => {
    const text = `<p>${words(600)}</p>`;
    const body = `<a id="a"/><div class="framed"><div class="page">${text}</div></div>`;
    const section = await compileChapter(body, { css });
    assert.deepEqual(classesOf(bodyOf(section)), [
      'framed svc-page-frame',
      'page svc-page-box svc-whole-page',
    ]);
    assert.match(section.css, /\.svc-page-frame\)\{margin-inline:0!important/);
  });

  it('keep them around short texts, parts of the text, and frames of parts', async () => {
    for (const body of [
      `<div class="page"><p>${words(50)}</p></div>`,
      `<div class="page"><p>${words(300)}</p></div><p>${words(300)}</p>`,
      `<div class="framed"><p>${words(600)}</p></div><p>${words(50)}</p>`,
      `<blockquote class="page"><p>${words(600)}</p></blockquote>`,
    ]) {
      const section = await compileChapter(body, { css });
      assert.doesNotMatch(classesOf(bodyOf(section)).join(' '), /svc-page-box/);
    }
  });
});

describe('blank pages', () => {
  const css = '.new { page-break-before: always } .end { page-break-after: always }';
  const files = { 'a.png': buildPng(90, 90) };
  const cancelled = async (body: string) => {
    const section = await compileChapter(body, { css, files });
    const rules = section.css.matchAll(/\.(svc-s\d+)\)\{break-before:auto!important/g);
    const names = new Set([...rules].map(([, name]) => name));
    return classesOf(bodyOf(section))
      .filter((found) => found.split(' ').some((name) => names.has(name)))
      .map((found) => found.replace(/ ?svc-s\d+/g, ''));
  };

  it('do not come from breaks before the first content', async () => {
    assert.deepEqual(
      await cancelled(
        '<span id="a"/><div class="new"><h1 class="new">One</h1></div><p class="new">Two</p>',
      ),
      ['new', 'new'],
    );
  });

  it('do not come from a break before a picture that is a page of its own', async () => {
    const picture = '<div class="new end"><img src="a.png" alt="Cover"/></div>';
    const body = `<div id="page-1"/>${picture}<p>One</p>${picture}<p>Two</p>`;
    assert.deepEqual(await cancelled(body), ['new end']);
    const { css: compiled } = await compileChapter(body, { css, files });
    assert.doesNotMatch(compiled, /break-after:auto/);
  });

  it('do not come from empty boxes between breaks, or at the end', async () => {
    assert.deepEqual(
      await cancelled(
        '<p>One</p><div class="new"><br/></div><h2 class="new">Two</h2><p style="page-break-after: always"> </p>',
      ),
      ['new', ''],
    );
  });

  it('do not come from breaks inside the box that begins the page', async () => {
    const css = '.break { page-break-before: always } header { display: flex }';
    const section = await compileChapter(
      `<p>One</p><div><header><p class="break">Two</p></header><p class="break">Three</p></div>`,
      { css },
    );
    const moved = /\.(svc-s\d+)\)\{break-before:column\}/.exec(section.css)?.[1] ?? '';
    const cancelled = /\.(svc-s\d+)\)\{break-before:auto!important/.exec(section.css)?.[1] ?? '';
    const row = /\.(svc-s\d+)\)\{break-inside:avoid\}/.exec(section.css)?.[1] ?? '';
    assert.deepEqual(classesOf(bodyOf(section)), [moved, row, `break ${cancelled}`, 'break']);
  });

  it('do not take breaks from boxes with content', async () => {
    assert.deepEqual(
      await cancelled('<p class="end">One</p><div class="new"><hr/></div><h2 class="new">Two</h2>'),
      [],
    );
  });

  it('do not come from empty boxes that move to the next page', async () => {
    const sheet = `${css} .mark::before { content: '*' } .line { border: 1px solid } .no { display: none }`;
    const hidden = async (body: string) => {
      const section = await compileChapter(body, { css: sheet });
      const [, name = '-'] = /\.(svc-s\d+)\)\{display:none!important/.exec(section.css) ?? [];
      return classesOf(bodyOf(section)).filter((found) => found.split(' ').includes(name)).length;
    };
    const next = '<h2 class="new">Two</h2>';
    for (const [body, count] of [
      [`<p>One<br/></p><p>&#160;</p><span id="a"/><hr class="no"/>${next}`, 3],
      ['<p>One</p><div><p><br/></p><pre/></div>', 1],
      [`<div class="end"><p>One</p><p> </p></div><p>&#160;</p>${next}`, 2],
      [`<p>&#160;</p>${next}`, 0],
      [`<p>One</p><p>&#160;</p><p>Two</p>`, 0],
      [`<p>One</p><p>&#160;</p><h2>Two</h2>`, 0],
      [`<p>One</p><p class="mark"/><p class="line"/>${next}`, 0],
      [`<p>One</p><ul><li/></ul>${next}`, 0],
      [`<p>One</p><div style="border-top: 1px solid"/>${next}`, 0],
      [`<p>One</p><div style="background: #eee; height: 2em"><p/></div>${next}`, 0],
      [`<p>One</p><p style="margin: 0">&#160;</p>${next}`, 1],
    ] as const)
      assert.equal(await hidden(body), count, body);
  });

  it('do not come from lines that would separate the text from the next page', async () => {
    const sheet = `${css} hr { border: 1px solid; width: 50% } .star { background: url(star.png) }
      .text::before { content: '*' } .box { border-top: 2px solid; background: #eee }`;
    const hidden = async (body: string) => {
      const section = await compileChapter(body, { css: sheet });
      const [, name = '-'] = /\.(svc-s\d+)\)\{display:var\(--svc-end-rule/.exec(section.css) ?? [];
      return classesOf(bodyOf(section)).filter((found) => found.split(' ').includes(name)).length;
    };
    const next = '<h2 class="new">Two</h2>';
    for (const [body, count] of [
      [`<p>One</p><hr/>${next}`, 1],
      [`<p>One</p><hr class="box"/>`, 1],
      [`<div class="end"><p>One</p><div><hr/><p> </p><hr/></div></div>${next}`, 2],
      [`<p>One</p><hr/><p>Two</p>`, 0],
      [`<p>One</p><hr/><table><tr><td> </td></tr></table>${next}`, 0],
      [`<p>One</p><hr class="star"/><hr class="text"/>${next}`, 0],
      [`<p>One</p><hr style="background: linear-gradient(red, blue)"/>${next}`, 0],
      [`<p>One</p><hr style="page-break-after: always"/><p>Two</p>`, 0],
      [`<p class="end">One</p><hr/>${next}`, 0],
      [`<hr/>${next}`, 0],
    ] as const)
      assert.equal(await hidden(body), count, body);
  });

  it('are skipped if a document has no content', async () => {
    const { readingOrder } = await compileFixture({
      chapters: ['<p>One</p>', '<div>&#160;</div>', '<p><br/></p>', '<hr/>', '<p>Two</p>'],
    });
    assert.deepEqual(
      readingOrder.map(({ linear }) => linear),
      [true, false, false, true, true],
    );
  });

  it('are shown if the styles of an empty document may show something', async () => {
    const sheet = `.paint { background: #123; height: 9em } .mark::before { content: '*' } .other { border: 0 }
      .used { background: #eee }`;
    const chapters = [
      ['<p class="used">One</p>', true],
      ['<section><div class="other"/></section>', false],
      ['<div class="paint"/>', true],
      ['<p class="mark"/>', true],
      ['<div style="border-top: 1px solid"/>', true],
    ] as const;
    const { readingOrder } = await compileFixture({
      css: sheet,
      chapters: chapters.map(([body]) => body),
    });
    for (const [at, [body, isShown]] of chapters.entries())
      assert.equal(readingOrder[at]?.linear, isShown, body);
    const many = Array.from({ length: 400 }, (_, at) => `.c${at} { border: 1px solid }`).join('');
    const { readingOrder: pages } = await compileFixture({
      css: `${many} .last { background: #123; height: 9em }`,
      chapters: ['<p>One</p>', '<div class="last"/>'],
    });
    assert.equal(pages[1]?.linear, true);
    const painted = await compileFixture({
      css: 'body { background: #123 }',
      chapters: ['<p>One</p>', '<p/>'],
    });
    assert.deepEqual(
      painted.readingOrder.map(({ linear }) => linear),
      [true, true],
    );
  });
});

describe('boxes with a frame or background', () => {
  it('are closed at each page break', async () => {
    const section = await compileChapter('<p class="note">One</p>', {
      css: '.note { border: 1px solid; padding: 1em } .plain { padding: 1em } .art { background: url(a.png) }',
    });
    assert.equal(section.styles.length, 1);
    const { styleSheets } = await compileFixture({
      css: '.note { border: 1px solid } .plain { border: none }',
    });
    const sheet = Object.values(styleSheets).join('');
    assert.match(sheet, /:where\(\.note\):where\(div[^{]*\{-webkit-box-decoration-break:clone/);
    assert.doesNotMatch(sheet, /:where\(\.plain\)/);
  });

  it('do not repeat a picture in the background, also of another rule', async () => {
    const { styleSheets } = await compileFixture({
      css: '.art { background: #fed url(a.png) } .box { background: #fed } .box { background-image: url(a.png) }',
      files: { 'a.png': buildPng(90, 90) },
    });
    const sheet = Object.values(styleSheets).join('');
    for (const name of ['art', 'box'])
      assert.match(sheet, new RegExp(`(?<!\\()\\.${name}\\{-webkit-box-decoration-break:slice`));
    assert.doesNotMatch(sheet, /:where\(\.art\):where\(div/);
  });
});

it('pages of plain text stay as they are', async () => {
  assert.deepEqual(await compileBody('<p>One</p>'), [['p', {}, 'One']]);
});
