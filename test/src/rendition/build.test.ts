import { expect } from '@open-wc/testing';
import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import { loadSpecialContent } from '../../../src/rendition/section/special-content.ts';
import { buildTree } from '../../../src/rendition/section/build-tree.ts';

const built = (...children: Tree[]) =>
  buildTree(['div', {}, ...children], (path) => `https://api.example/resources/${path}?sig=1`);
const first = (...tree: TreeElement) => {
  const { root } = built(tree);
  return root.firstElementChild;
};

describe('buildTree', () => {
  before(() => loadSpecialContent(['p', {}, ['svg', {}]]));

  it('creates HTML, SVG and MathML elements in their namespaces', () => {
    const { root } = built(
      ['p', { class: 'a', lang: 'fr', 'aria-label': 'x' }, 'text'],
      [
        'svg',
        { viewBox: '0 0 1 1' },
        ['linearGradient', { id: 'g', x1: '0' }],
        ['foreignObject', {}, ['p', {}, 'in']],
      ],
      ['math', {}, ['mfrac', {}, ['mn', {}, '1'], ['mn', {}, '2']]],
    );
    expect(root.querySelector('p')?.getAttribute('class')).to.equal('a');
    expect(root.querySelector('svg')?.getAttribute('viewBox')).to.equal('0 0 1 1');
    expect(root.querySelector('linearGradient')).to.be.instanceOf(SVGLinearGradientElement);
    expect(root.querySelector('linearGradient')?.getAttribute('x1')).to.equal('0');
    expect(root.querySelector('foreignObject p')).to.be.instanceOf(HTMLParagraphElement);
    expect(root.querySelector('mfrac')?.namespaceURI).to.equal(
      'http://www.w3.org/1998/Math/MathML',
    );
  });

  it('omits elements that could run, load or capture input, along with their content', () => {
    for (const tag of [
      'script',
      'style',
      'iframe',
      'object',
      'embed',
      'link',
      'meta',
      'base',
      'form',
      'input',
      'button',
      'textarea',
      'template',
      'slot',
      'noscript',
      'frame',
      'applet',
      'portal',
      'x-widget',
      'SCRIPT',
      'annotation-xml',
    ]) {
      expect(first(tag, {}, 'hidden'), tag).to.equal(null);
    }
    for (const tag of ['script', 'style', 'animate', 'set', 'handler', 'x-a']) {
      expect(built(['svg', {}, [tag, {}, 'x']]).root.querySelector(tag), tag).to.equal(null);
    }
  });

  it('sets no event handlers, styles or unknown attributes', () => {
    const element = first('p', {
      onclick: 'alert(1)',
      ONCLICK: 'alert(1)',
      style: 'color: red',
      is: 'x-a',
      slot: 'a',
      part: 'p',
      contenteditable: '',
      autofocus: '',
      srcdoc: 'x',
      formaction: 'x',
      nonce: 'n',
    });
    expect(element?.getAttributeNames()).to.deep.equal([]);
    const shape = built([
      'svg',
      {},
      [
        'rect',
        {
          onload: 'alert(1)',
          style: 'fill: red',
          href: 'javascript:alert(1)',
          'xlink:href': 'data:x',
          fill: 'url(https://elsewhere.example/#a)',
          stroke: 'url(#a)',
          width: '3',
        },
      ],
    ]).root.querySelector('rect');
    expect(shape?.getAttributeNames()).to.deep.equal(['stroke', 'width']);
  });

  it('only loads resources of the book', () => {
    expect(first('img', { src: 'resource:OPS/a b.jpg', alt: '' })?.getAttribute('src')).to.equal(
      'https://api.example/resources/OPS/a b.jpg?sig=1',
    );
    for (const src of [
      'https://elsewhere.example/x.png',
      'data:image/png;base64,AA',
      '//x/y',
      'x.png',
      'javascript:1',
      'blob:x',
    ]) {
      expect(first('img', { src })?.hasAttribute('src'), src).to.equal(false);
      expect(first('video', { poster: src })?.hasAttribute('poster'), src).to.equal(false);
    }
    expect(first('img', { srcset: 'resource:a 1x' })?.hasAttribute('srcset')).to.equal(false);
    const image = built([
      'svg',
      {},
      ['image', { 'xlink:href': 'resource:a.png' }],
      ['use', { href: '#s' }],
      ['use', { href: 'https://x/#s' }],
    ]).root;
    expect(image.querySelector('image')?.getAttribute('href')).to.equal(
      'https://api.example/resources/a.png?sig=1',
    );
    expect([...image.querySelectorAll('use')].map((one) => one.getAttribute('href'))).to.deep.equal(
      ['#s', null],
    );
  });

  it('opens external links in a new window without an opener', () => {
    const link = first('a', { href: 'https://example.org/', target: '_top', rel: 'opener' });
    expect(link?.getAttribute('target')).to.equal('_blank');
    expect(link?.getAttribute('rel')).to.equal('noopener noreferrer');
    expect(first('a', { href: 'mailto:a@example.org' })?.getAttribute('href')).to.equal(
      'mailto:a@example.org',
    );
    for (const href of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:x',
      '/x',
      'java\nscript:x',
    ]) {
      expect(first('a', { href })?.hasAttribute('href'), href).to.equal(false);
    }
  });

  it('records the targets of links inside the book', () => {
    const { root, links } = built(
      ['a', { href: 'section:12#note 1' }, 'x'],
      ['a', { href: 'section:x' }, 'y'],
    );
    const [good, bad] = root.querySelectorAll('a');
    expect(good && links.get(good)).to.deep.equal({ section: 12, id: 'note 1' });
    expect(bad?.hasAttribute('href')).to.equal(false);
  });

  it('counts text offsets like the importer, including omitted text', () => {
    const { text } = built('ab', ['script', {}, 'cde', ['b', {}, 'f']], ['p', {}, 'gh'], 'i');
    expect(text.length).to.equal(9);
    expect(text.text()).to.equal('ab    ghi');
    expect(text.slice(6, 2)).to.equal('gh');
    expect([...text.from(7)].map(({ node, start }) => [node.data, start])).to.deep.equal([
      ['gh', 6],
      ['i', 8],
    ]);
  });

  it('handles trees deeper than the maximum', () => {
    let tree: TreeElement = ['b', {}, 'bottom'];
    for (let depth = 0; depth < 3000; depth++) tree = ['div', {}, tree];
    expect(() => built(tree)).not.to.throw();
  });
});
