import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, compileChapter, classesOf, words } from './fixtures/compile-fixture.ts';

describe('lines that introduce the next paragraph', () => {
  const leading = async (body: string) => {
    const tree = bodyOf(await compileChapter(body));
    return [
      ...JSON.stringify(tree).matchAll(/"class":"svc-leads"\},(?:\["b",\{\},)?"([^"]*)"/g),
    ].map(([, text]) => text);
  };
  const speech = `<p>${words(12)}.</p>`;

  it('stay on its page', async () => {
    for (const line of ['HAMLET.', 'Scene 2', 'Лопахин', 'He wrote as follows:', '次の通り：'])
      assert.deepEqual(await leading(`<p>${line}</p>${speech}`), [line], line);
    assert.deepEqual(await leading(`<p><b>Ingredients.</b></p><ul><li>${words(9)}</li></ul>`), [
      'Ingredients.',
    ]);
    const play = ['First Lord', 'QUEEN.'].map((name) => `<p>${name}</p>${speech}`).join('');
    assert.deepEqual(await leading(`<div>${play}</div>`), ['First Lord', 'QUEEN.']);
  });

  it('are captions above code, pictures and tables', async () => {
    const caption = `A caption with ${words(12)}`;
    const marked = async (body: string) =>
      classesOf(bodyOf(await compileChapter(body))).filter((name) => name.includes('svc-leads'));
    for (const content of ['<pre>x = 1</pre>', '<div><table><tr><td>1</td></tr></table></div>']) {
      const line = `<p class="caption">${caption}</p>`;
      assert.deepEqual(await marked(line + content), ['caption svc-leads']);
      assert.deepEqual(await marked(content + line + content), [], 'belongs to what precedes it');
    }
  });

  it('are pictures before captions, which leave space for them', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
    const kept = async (body: string) => {
      const section = await compileChapter(body);
      const name = /\.(svc-s\d+)\)\{break-inside:avoid;--svc-caption:5\}/.exec(section.css)?.[1];
      const picture = /\.(svc-s\d+)\)\{text-indent:0\}/.exec(section.css)?.[1];
      return classesOf(bodyOf(section))
        .map((one) =>
          one
            .replace(name ?? '?', 'kept')
            .replace(picture ?? '?', '')
            .trim(),
        )
        .filter(Boolean);
    };
    const below = `<div>${picture}</div><p class="caption">Figure 1</p>`;
    assert.deepEqual(await kept(below), ['svc-leads kept', 'caption']);
    const figure = `<figure><p>${picture}</p><figcaption>Figure 1</figcaption></figure>`;
    assert.deepEqual(await kept(figure), ['kept', 'svc-leads']);
    assert.deepEqual(await kept(`<div>${picture}</div><p>Figure 1</p>`), []);
    const code = '<figure><pre>x = 1</pre><figcaption>Listing 1</figcaption></figure>';
    assert.deepEqual(await kept(code), []);
  });

  it('are headings, for which the picture, table or listing after them leaves space', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>';
    const spaces = async (body: string) => {
      const { css } = await compileChapter(body);
      return [...css.matchAll(/--svc-caption:(\d+)/g)].map(([, space]) => space);
    };
    const heading = '<h2>A heading</h2>';
    const table = '<table><tr><td>1</td></tr></table>';
    const figure = `<figure>${picture}<figcaption>Figure 1</figcaption></figure>`;
    for (const content of [picture, `<p>${picture}</p>`, table, '<pre>x = 1</pre>'])
      assert.deepEqual(await spaces(`<header>${heading}</header><div>${content}</div>`), ['5']);
    assert.deepEqual(await spaces(`<p class="caption">Table 1</p>${table}`), ['5']);
    assert.deepEqual(await spaces(heading + figure), ['10']);
    assert.deepEqual(await spaces(`<h1>${words(9)}</h1>${heading}${table}`), ['11']);
    assert.deepEqual(await spaces(`${heading}<p>Text.</p>${table}`), []);
    assert.deepEqual(await spaces(`${heading}${figure}${table}`), ['10']);
  });

  it('are inline elements that are a line of their own after a heading', async () => {
    const back = '<span><a href="#one">back</a></span>';
    const marked = async (body: string) =>
      classesOf(bodyOf(await compileChapter(body))).filter((name) => name.includes('svc-leads'))
        .length;
    assert.equal(await marked(`<h3>One</h3>${back}${speech}`), 1);
    assert.equal(await marked(`<h3>One</h3>${back} to the text${speech}`), 0);
    assert.equal(await marked(`<p>${words(9)}.</p>${back}${speech}`), 0);
  });

  it('are empty lines after a heading', async () => {
    const marked = async (body: string) =>
      classesOf(bodyOf(await compileChapter(body))).filter((name) => name === 'svc-leads').length;
    const empty = '<p><br/></p><br/><p>&#160;</p>';
    assert.equal(await marked(`<h3>One</h3>${empty}${speech}`), 2);
    assert.equal(await marked(`<h3>One</h3>${empty}`), 1);
    assert.equal(await marked(`${speech}${empty}${speech}`), 0);
  });

  it('are rows with the headings of a table, or its first row', async () => {
    const row = (tag: string) => `<tr><${tag}>One</${tag}><${tag}>Two</${tag}></tr>`;
    const count = async (rows: string) => {
      const section = await compileChapter(`<table>${rows}</table>`);
      return classesOf(bodyOf(section)).filter((name) => name === 'svc-leads').length;
    };
    assert.equal(await count(row('th') + row('td') + row('th')), 1);
    assert.equal(await count(`<thead>${row('td')}${row('th')}</thead>${row('td')}`), 2);
    assert.equal(await count(row('th').repeat(3)), 1);
    assert.equal(await count(row('th')), 0);
    assert.equal(await count(row('td').repeat(3)), 1);
    assert.equal(await count(row('td').repeat(2)), 0);
    const high = `<tr><td>${words(40)}</td><td>Two</td></tr>`;
    assert.equal(await count(high + row('td').repeat(3)), 0);
  });

  it('are not sentences, verse, lists of names, or lines before other content', async () => {
    for (const body of [
      `<p>“No,” he said.</p>${speech}`,
      `<p>The end.</p>${speech}`,
      `<p>***</p>${speech}`,
      `<p>HAMLET</p><p>OPHELIA</p><p>THE QUEEN</p>`,
      `<p>Scene 2</p>`,
      `<p>Scene 2</p><hr/>${speech}`,
      `<p>HAMLET ${words(20)}</p>${speech}`,
      `<pre>Scene 2</pre>${speech}`,
    ])
      assert.deepEqual(await leading(body), [], body);
  });
});
