import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import { buildEpub } from './fixtures/build-epub.ts';
import {
  bodyOf,
  compileBody,
  compileChapter,
  compileFixture,
  textOfTree,
} from './fixtures/compile-fixture.ts';

const html = (body: string, before = '') =>
  `${before}<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;

describe('parsing markup', () => {
  it('supports the named characters of HTML', async () => {
    assert.deepEqual(await compileBody('<p>caf&eacute;&nbsp;&mdash;&hellip;</p>'), [
      ['p', {}, 'café\u00A0—…'],
    ]);
  });

  it('never expands an entity declared by a document', async () => {
    const bomb = `<!DOCTYPE html [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>`;
    const { sections, warnings } = await compileFixture({
      chapters: [{ body: '', source: html('<p>x&c;&d;y</p>', bomb) }],
    });

    const text = sections.map(({ tree }) => textOfTree(tree)).join('');
    assert.equal(text, 'x&c;&d;y');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['not_well_formed'],
    );
  });

  it('reads a document that is not well-formed as a browser does, with a warning', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: [{ body: '', source: html('<p>One & two<p>Three <a id="x"/>four<br>five</p>') }],
    });

    assert.deepEqual(sections.map(bodyOf), [
      [
        ['p', {}, 'One & two'],
        ['p', {}, 'Three ', ['a', { id: 'x' }], 'four', ['br', {}], 'five'],
      ],
    ]);
    assert.match(warnings[0]?.message ?? '', /^“OEBPS\/chapter-1.xhtml” is not well-formed XML/);
  });

  it('reads a package with an unescaped ampersand', async () => {
    const { metadata, warnings } = await compileFixture({ metadata: { title: 'War & Peace' } });

    assert.equal(metadata.title, 'War & Peace');
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['not_well_formed'],
    );
  });

  it('supports common prefixes that a broken file does not declare', async () => {
    const section = await compileChapter({
      body: '',
      source: html('<section epub:type="chapter">x</section>'),
    });

    assert.deepEqual(bodyOf(section), [
      ['section', { 'epub:type': 'chapter', role: 'doc-chapter' }, 'x'],
    ]);
  });

  for (const [label, encode] of [
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 little-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    [
      'declared Latin-1',
      (text: string) => Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${text}`, 'latin1'),
    ],
    ['undeclared Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ] as const) {
    it(`reads ${label}`, async () => {
      const source = encode(html('<p>Größe</p>'));
      const epub = await buildEpub({ extra: { 'OEBPS/chapter-1.xhtml': source } });

      const { sections } = await compilePublication(epub);

      assert.deepEqual(sections.map(bodyOf), [[['p', {}, 'Größe']]]);
    });
  }

  it('flattens elements that are nested too deeply', async () => {
    const depth = 900;
    const body = `${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`;

    const section = await compileChapter(body, { stored: true });

    assert.equal(textOfTree(section.tree), 'deep');
  });

  it('rejects a document nested a thousand levels deep', async () => {
    await assert.rejects(compileChapter('<div>'.repeat(100_000), { stored: true }), {
      code: 'epub_unsafe',
      message: '“OEBPS/chapter-1.xhtml” is nested more than 1000 levels deep.',
    });
  });

  it('rejects a document with more than a million nodes', async () => {
    const body = '<i/>x'.repeat(600_000);
    await assert.rejects(compileChapter(body, { stored: true }), {
      code: 'epub_unsafe',
      message: '“OEBPS/chapter-1.xhtml” has more than 1000000 nodes.',
    });
  });

  it('compiles an empty file as an empty section', async () => {
    const { sections, warnings } = await compileFixture({
      chapters: ['<p>One</p>', { body: '', source: '' }],
    });

    assert.deepEqual(
      sections.map(({ length }) => length),
      [3, 0],
    );
    assert.ok(warnings.some(({ code }) => code === 'section_empty'));
  });
});

describe('form controls', () => {
  it('keep the choices of a list and the text of a field', async () => {
    const section = await compileChapter(
      '<p>It is <select><optgroup label="Vowels"><option>A</option><option label="E"/></optgroup>' +
        '<option label="other">B</option></select>.</p><textarea>one\n  two</textarea>',
      {},
    );
    assert.equal(section.length, 'It isVowelsAEB.one\n  two'.length);
    assert.deepEqual(bodyOf(section), [
      [
        'p',
        {},
        'It is',
        [
          'span',
          { class: 'svc-as-select svc-p1' },
          [
            'span',
            { class: 'svc-as-optgroup svc-p1' },
            'Vowels',
            ['span', { class: 'svc-as-option svc-p2' }, 'A'],
            ['span', { class: 'svc-as-option svc-p2' }, 'E'],
          ],
          ['span', { class: 'svc-as-option svc-p2' }, 'B'],
        ],
        '.',
      ],
      ['span', { class: 'svc-as-textarea svc-p3' }, 'one\n  two'],
    ]);
    assert.match(section.css, /:where\(\.svc-p2\)\{display:list-item;/);
  });
});

describe('elements named like properties of every object', () => {
  it('have no styles of controls', async () => {
    const section = await compileChapter('<p><constructor>One</constructor></p>', {});
    assert.deepEqual(bodyOf(section), [
      ['p', {}, ['data', { class: 'svc-as-constructor' }, 'One']],
    ]);
  });
});

describe('elements that HTML does not define', () => {
  const css = `code-block { display: block; white-space: pre } fieldset > verse + verse { color: red }
    data, span { color: blue } svg { width: 9px }`;

  it('keep their name for style rules, with the specificity of a type selector', async () => {
    const { sections, styleSheets } = await compileFixture({
      css,
      chapters: ['<fieldset><verse id="v">One</verse><verse class="b">Two</verse></fieldset>'],
    });

    assert.deepEqual(sections.map(bodyOf), [
      [
        [
          'div',
          { class: 'svc-as-fieldset' },
          ['data', { id: 'v', class: 'svc-as-verse' }, 'One'],
          ['data', { class: 'b svc-as-verse' }, 'Two'],
        ],
      ],
    ]);
    const rules = Object.values(styleSheets).join('');
    assert.match(
      rules,
      /div:where\(\.svc-as-fieldset\)>data:where\(\.svc-as-verse\)\+data:where\(\.svc-as-verse\)/,
    );
    assert.match(rules, /svg\{/);
  });

  it('keep the lines of code, and are blocks where rules display them as blocks', async () => {
    const body = '<code-block>let a\n  b</code-block> <code-block>c</code-block>';

    assert.deepEqual(await compileBody(body, { css }), [
      ['data', { class: 'svc-as-code-block' }, 'let a\n  b'],
      ['data', { class: 'svc-as-code-block' }, 'c'],
    ]);
  });

  it('with a prefix are replaced by their content', async () => {
    const word = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><title/></head><body><p>One<o:p> two</o:p></p></body></html>`;

    assert.deepEqual(bodyOf(await compileChapter({ body: '', source: word })), [
      ['p', {}, 'One two'],
    ]);
  });
});
