import { expect } from '@open-wc/testing';
import type { TreeElement } from '../../../server/epub/contract.ts';
import { parseStart } from '../../../src/state/locator.ts';
import { cfiAt, offsetAtCfi, parseCfi } from '../../../src/state/cfi.ts';

/** The compiled document from the specification's examples. */
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
  return parsed && text.slice(offsetAtCfi(section, parsed));
};

describe('an EPUB CFI', () => {
  it('resolves through the spine, regardless of asserted ids', () => {
    expect(parseCfi('epubcfi(/6/4[chap01ref]!/4[body01]/10[para05]/3:10)')?.spineIndex).to.equal(1);
    expect(parseCfi('epubcfi(/6/14)')).to.deep.equal({ spineIndex: 6, steps: [], offset: 0 });
  });

  it('resolves to the character given in the specification', () => {
    const way = 'epubcfi(/6/4[chap01ref]!/4[body01]/10[para05]';
    expect(found(`${way}/1:0)`)?.slice(0, 3)).to.equal('xxx');
    expect(found(`${way}/2/1:0)`)?.slice(0, 3)).to.equal('yyy');
    expect(found(`${way}/2/1:3)`)?.slice(0, 3)).to.equal('012');
    expect(found(`${way}/3:0)`)?.slice(0, 3)).to.equal('012');
    expect(found(`${way}/3:10)`)?.slice(0, 2)).to.equal('\n…');
    expect(found('epubcfi(/6/4[chap01ref]!/4[body01]/16[svgimg])')?.slice(0, 2)).to.equal('\n…');
  });

  it('resolves without ids, and to an id that has moved', () => {
    expect(found('epubcfi(/6/4!/4/10/3:4)')?.slice(0, 2)).to.equal('45');
    expect(found('epubcfi(/6/4!/4/2[para05]/3:4)')?.slice(0, 2)).to.equal('45');
  });

  it('ignores side bias, text assertions, and temporal and spatial offsets', () => {
    expect(found('epubcfi(/6/4!/4/10/3:4[45;s=b])')?.slice(0, 2)).to.equal('45');
    expect(found('epubcfi(/6/4!/4/10/3:4[,y])')?.slice(0, 2)).to.equal('45');
    expect(parseCfi('epubcfi(/6/4!/4/16~23.5@5.75:97.6)')?.offset).to.equal(0);
  });

  const ways: readonly [way: string, words: string][] = [
    // Steps to text between elements, which may be empty.
    ['/4/1:0', '\n…\n'],
    ['/4/3:0', '\n…\n…\n…\nxxx'],
    ['/4/11:1', '…\n…\n\n…'],
    ['/4/2/3:5', '\n…\n…\n…\nxxx'],
    ['/4/10/5:2', '\n…\n…'],
    // Positions before the first element and after the last.
    ['/4/0', '\n…\n'],
    ['/4/10/0:0', 'xxxyyy'],
    ['/4/10/4', '\n…\n…'],
    ['/4/20', ''],
    // Positions outside the body.
    ['/1:0', '\n…\n'],
    ['/2/4', '\n…\n…\n…\n…'],
    ['/5:1', ''],
    ['/6', ''],
    ['', '\n…\n'],
    // Text assertions are not ids, even at the start of a node.
    ['/4/10/3:0[para05]', '0123'],
    ['/4/10/2/1:0[,y;s=a]', 'yyy'],
    ['/4/10/3:3[xx^,x,34]', '3456'],
    ['/4/10/2/1:3[;s=b]', '0123'],
    ['/4/2[para05;s=a]/1:1', 'xxyyy'],
    // Ranges resolve to their start.
    ['/4/10,/1:1[xx],/3:2[01]', 'xxyyy'],
    ['/4,/10/2,/12', 'yyy0123'],
    ['/4/10/3,:4,:6', '4567'],
    ['/4/10/3:4,,:6', '4567'],
    // Out of range, so the result is the nearest existing position.
    ['/4/10/3/2:4', '0123'],
    ['/4/10/1:99999999999999999999', 'yyy'],
    ['/4/99999999999999999999/2:7', ''],
    ['/4[constructor]/10[__proto__]/3:4', '4567'],
    ['/4/16[svgimg]:1', '\n…\n'],
    ['/4/16@50:50', '\n…\n'],
  ];
  for (const [way, words] of ways) {
    it(`resolves ${way || 'an empty path'}`, () => {
      const place = found(`epubcfi(/6/4!${way})`);
      expect(place?.slice(0, words.length || undefined)).to.equal(words);
    });
  }

  it('clamps an invalid spine step to a valid section', () => {
    for (const [step, section] of [
      [0, 0],
      [1, 0],
      [3, 0],
      [4, 1],
      [7, 2],
    ]) {
      expect(parseStart(`epubcfi(/6/${step}!/4)`)?.section, String(step)).to.equal(section);
    }
  });

  it('resolves a range to its start', () => {
    expect(found('epubcfi(/6/4!/4/10,/2/1:1,/3:4)')?.slice(0, 2)).to.equal('yy');
  });

  it('unescapes characters in an id', () => {
    const cfi = parseCfi('epubcfi(/6/4!/4/10[a^]b^,c^^])');
    expect(cfi?.steps.at(-1)?.id).to.equal('a]b,c^');
  });

  it('is rejected if it is malformed', () => {
    for (const none of ['', 'epubcfi()', 'epubcfi(/4/2)', '/6/4!/4', 'epubcfi(/6/4!/4!/2!/2)']) {
      expect(parseCfi(none), none).to.equal(null);
    }
  });

  it('resolves to the nearest position if a step is missing', () => {
    expect(found('epubcfi(/6/4!/4/99/3:4)')).to.equal('');
    expect(found('epubcfi(/6/4!/4/10/3:400)')?.slice(0, 2)).to.equal('\n…');
  });

  it('round-trips a position', () => {
    expect(cfiAt(section, 1, text.indexOf('45'))).to.equal('epubcfi(/6/4!/4/10[para05]/3:4)');
    for (let offset = 0; offset < text.length; offset++) {
      const cfi = parseCfi(cfiAt(section, 1, offset));
      expect(cfi && offsetAtCfi(section, cfi), String(offset)).to.equal(offset);
    }
  });
});
