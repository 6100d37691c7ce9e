import { expect } from '@open-wc/testing';
import type { Tree } from '../../../../server/epub/contract.ts';
import { sentencesOf } from '../../../../src/features/read-aloud/sentences.ts';

const spoken = (...children: Tree[]) =>
  sentencesOf(['div', {}, ...children], 'en').map(({ text }) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );

const textOf = (tree: Tree): string =>
  typeof tree === 'string'
    ? tree
    : tree
        .slice(2)
        .map((one) => textOf(one as Tree))
        .join('');

describe('sentencesOf', () => {
  it('splits text into sentences across inline elements but never across blocks', () => {
    expect(
      spoken(['p', {}, 'One ', ['em', {}, 'two'], '. Three! '], ['p', {}, 'Four']),
    ).to.deep.equal(['One two.', 'Three!', 'Four']);
  });

  it('speaks ruby base text and alternative text, but not hidden elements or note numbers', () => {
    expect(spoken(['p', {}, ['ruby', {}, '東', ['rt', {}, 'とう']], '京'])).to.deep.equal(['東京']);
    const picture: Tree = ['p', {}, 'See ', ['img', { alt: 'a whale' }], 'here.'];
    expect(spoken(picture)).to.deep.equal(['See a whale here.']);
    const note: Tree = [
      'p',
      {},
      'A word',
      ['a', { 'epub:type': 'noteref' }, '1'],
      ['sup', {}, ['a', { href: 'section:1#n' }, '2']],
      ' more.',
      ['span', { 'aria-hidden': 'true' }, 'never'],
    ];
    expect(spoken(note)).to.deep.equal(['A word more.']);
  });

  it('splits long sentences at punctuation without losing text', () => {
    const long = `${'a word or two, '.repeat(60)}and no more.`;
    const pieces = sentencesOf(['p', {}, long], 'en');
    expect(pieces.length).to.be.greaterThan(4);
    for (const { text } of pieces) expect(text.length).to.be.at.most(160);
    expect(pieces.map(({ text }) => text).join('')).to.equal(long);
    expect(pieces.slice(0, -1).every(({ text }) => text.endsWith(', '))).to.equal(true);
  });

  it('maps every character to its text offset', () => {
    const tree: Tree = [
      'div',
      {},
      ['p', {}, 'Two ', ['ruby', {}, '漢', ['rt', {}, 'かん']], ' parts. And a soft\u00adhyphen.'],
    ];
    const text = textOf(tree);
    for (const { text: spoken, offsets } of sentencesOf(tree, 'en')) {
      for (const [at, letter] of [...spoken].entries()) {
        const source = text[offsets[at] ?? -1];
        expect(source === '\u00ad' ? '\u200b' : source).to.equal(letter);
      }
    }
  });

  it('identifies structures that can be left and passages that can be skipped', () => {
    const sentences = sentencesOf(
      [
        'div',
        {},
        ['p', {}, 'Before.'],
        ['table', {}, ['tr', {}, ['td', {}, 'One'], ['td', {}, 'Two']]],
        ['aside', { 'epub:type': 'footnote' }, ['p', {}, 'A note.']],
        ['p', {}, 'After.'],
      ],
      'en',
    );
    expect(sentences.map(({ escape }) => escape)).to.deep.equal([null, 3, 3, 4, null]);
    expect(sentences[3]?.types).to.deep.equal(['footnote']);
  });

  it('skips text without letters', () => {
    expect(spoken(['p', {}, '* * *'], ['p', {}, '   '])).to.deep.equal([]);
  });
});
