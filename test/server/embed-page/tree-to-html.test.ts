import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TreeElement } from '../../../server/epub/contract.ts';
import { treeToHtml } from '../../../server/embed-page/tree-to-html.ts';

const urls = {
  resource: (path: string) => `https://svc.test/content/v/resources/${path}?s=1`,
  section: (index: number, id: string) => (index < 3 ? `/page?chapter=${index}#${id}` : null),
};
const html = (tree: TreeElement) => treeToHtml(tree, urls);

describe('the HTML of a compiled tree', () => {
  it('escapes all text and attribute values', () => {
    const markup = html(['p', { title: '"><script>' }, '<script>alert(1)</script> & "so"']);

    assert.equal(
      markup,
      '<p title="&quot;&gt;&lt;script&gt;">&lt;script&gt;alert(1)&lt;/script&gt; &amp; "so"</p>',
    );
  });

  it('omits elements that are not on the allowlist, along with their content', () => {
    const hostile: TreeElement[] = [
      ['script', {}, 'alert(1)'],
      ['style', {}, '*{}'],
      ['iframe', { src: 'https://evil.test' }],
      ['x-evil', {}, 'text'],
      ['img onerror=alert(1)', {}],
      ['p><script>', {}, 'x'],
      ['svg', {}, ['script', {}, 'alert(1)'], ['animate', { attributeName: 'href' }]],
      ['math', {}, ['annotation-xml', { encoding: 'text/html' }, ['script', {}, 'x']]],
      ['form', { action: 'https://evil.test' }],
      ['base', { href: 'https://evil.test' }],
    ];
    for (const tree of hostile) {
      assert.match(
        html(['div', {}, tree]),
        /^<div>(<svg><\/svg>|<math><\/math>)?<\/div>$/,
        tree[0],
      );
    }
  });

  it('omits attributes that run scripts, fetch resources or change styles', () => {
    const attributes = {
      onclick: 'alert(1)',
      style: 'position:fixed',
      srcset: 'https://evil.test/a.png 1x',
      src: 'https://evil.test/a.png',
      'x"><script>': '1',
      background: 'https://evil.test/a.png',
      ping: 'https://evil.test',
    };

    assert.equal(html(['img', attributes]), '<img>');
    assert.equal(html(['a', attributes, 'x']), '<a>x</a>');
    assert.equal(
      html(['svg', {}, ['rect', { fill: 'url(https://evil.test/#a)', onload: 'x', x: '1' }]]),
      '<svg><rect x="1"></rect></svg>',
    );
  });

  it('links to the book’s pages, opens external links in a new tab, and drops all other links', () => {
    const link = (href: string) => html(['a', { href }, 'x']);

    assert.equal(link('section:2#note-1'), '<a href="/page?chapter=2#note-1">x</a>');
    assert.equal(link('section:3'), '<a>x</a>');
    assert.equal(
      link('https://example.test/'),
      '<a href="https://example.test/" target="_blank" rel="noopener noreferrer">x</a>',
    );
    for (const href of [
      'javascript:alert(1)',
      ' javascript:x',
      'data:text/html,x',
      '//evil.test',
    ]) {
      assert.equal(link(href), '<a>x</a>', href);
    }
  });

  it('signs the URLs of the book’s files', () => {
    assert.equal(
      html(['img', { src: 'resource:OPS/a.png', alt: 'A', width: '3' }]),
      '<img src="https://svc.test/content/v/resources/OPS/a.png?s=1" alt="A" width="3">',
    );
    assert.equal(
      html(['svg', {}, ['image', { href: 'resource:b.png' }], ['use', { href: '#c' }]]),
      '<svg><image href="https://svc.test/content/v/resources/b.png?s=1"></image><use href="#c"></use></svg>',
    );
  });

  it('stops at the nesting limit of the reader', () => {
    let tree: TreeElement = ['b', {}, 'deep'];
    for (let depth = 0; depth < 600; depth += 1) tree = ['div', {}, tree];

    const markup = html(tree);

    assert.equal(markup.match(/<div>/g)?.length, 513);
    assert.doesNotMatch(markup, /deep/);
  });
});
