import { expect } from '@open-wc/testing';
import type { TreeElement } from '../../../server/epub/contract.ts';
import { cfiOf, offsetOfCfi, parseCfi } from '../../../src/reader/cfi.ts';

/** The document of the specification's examples, as it is compiled. */
const tree: TreeElement = [
  'div',
  { class: 'svc-html' },
  [
    'div',
    { class: 'svc-body', id: 'body01' },
    '\n',
    ['p', {}, '…'],
    '\n',
    ['p', {}, '…'],
    '\n',
    ['p', {}, '…'],
    '\n',
    ['p', {}, '…'],
    '\n',
    ['p', { id: 'para05' }, 'xxx', ['em', {}, 'yyy'], '0123456789'],
    '\n',
    ['p', {}, '…'],
    '\n',
    ['p', {}, '…'],
    '\n',
    ['img', { id: 'svgimg', src: 'resource:foo.svg' }],
    '\n',
    ['p', {}, '…'],
    '\n',
  ],
];
const text = '\n…\n…\n…\n…\nxxxyyy0123456789\n…\n…\n\n…\n';
const section = { tree, ids: { body01: 0, para05: text.indexOf('xxx') } };

const found = (cfi: string) => {
  const parsed = parseCfi(cfi);
  return parsed && text.slice(offsetOfCfi(section, parsed));
};

describe('an EPUB CFI', () => {
  it('leads through the spine, whatever ids it names', () => {
    expect(parseCfi('epubcfi(/6/4[chap01ref]!/4[body01]/10[para05]/3:10)')?.spine).to.equal(1);
    expect(parseCfi('epubcfi(/6/14)')).to.deep.equal({ spine: 6, steps: [], offset: 0 });
  });

  it('leads to the character that the specification says', () => {
    const way = 'epubcfi(/6/4[chap01ref]!/4[body01]/10[para05]';
    expect(found(`${way}/1:0)`)?.slice(0, 3)).to.equal('xxx');
    expect(found(`${way}/2/1:0)`)?.slice(0, 3)).to.equal('yyy');
    expect(found(`${way}/2/1:3)`)?.slice(0, 3)).to.equal('012');
    expect(found(`${way}/3:0)`)?.slice(0, 3)).to.equal('012');
    expect(found(`${way}/3:10)`)?.slice(0, 2)).to.equal('\n…');
    expect(found('epubcfi(/6/4[chap01ref]!/4[body01]/16[svgimg])')?.slice(0, 2)).to.equal('\n…');
  });

  it('leads to the same without ids, and to an id that has moved', () => {
    expect(found('epubcfi(/6/4!/4/10/3:4)')?.slice(0, 2)).to.equal('45');
    expect(found('epubcfi(/6/4!/4/2[para05]/3:4)')?.slice(0, 2)).to.equal('45');
  });

  it('reads over what does not change the place: sides, texts, times and points', () => {
    expect(found('epubcfi(/6/4!/4/10/3:4[45;s=b])')?.slice(0, 2)).to.equal('45');
    expect(found('epubcfi(/6/4!/4/10/3:4[,y])')?.slice(0, 2)).to.equal('45');
    expect(parseCfi('epubcfi(/6/4!/4/16~23.5@5.75:97.6)')?.offset).to.equal(0);
  });

  it('is the beginning of a range', () => {
    expect(found('epubcfi(/6/4!/4/10,/2/1:1,/3:4)')?.slice(0, 2)).to.equal('yy');
  });

  it('takes signs out of an id that are escaped', () => {
    const cfi = parseCfi('epubcfi(/6/4!/4/10[a^]b^,c^^])');
    expect(cfi?.steps.at(-1)?.id).to.equal('a]b,c^');
  });

  it('is refused where it is none', () => {
    for (const none of ['', 'epubcfi()', 'epubcfi(/4/2)', '/6/4!/4', 'epubcfi(/6/4!/4!/2!/2)']) {
      expect(parseCfi(none), none).to.equal(null);
    }
  });

  it('ends in the nearest place where the way goes no further', () => {
    expect(found('epubcfi(/6/4!/4/99/3:4)')).to.equal('');
    expect(found('epubcfi(/6/4!/4/10/3:400)')?.slice(0, 2)).to.equal('\n…');
  });

  it('is made of a place, and leads back there', () => {
    expect(cfiOf(section, 1, text.indexOf('45'))).to.equal('epubcfi(/6/4!/4/10[para05]/3:4)');
    for (let offset = 0; offset < text.length; offset++) {
      const cfi = parseCfi(cfiOf(section, 1, offset));
      expect(cfi && offsetOfCfi(section, cfi), String(offset)).to.equal(offset);
    }
  });
});
