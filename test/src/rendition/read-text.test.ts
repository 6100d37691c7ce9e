import { expect } from '@open-wc/testing';
import type { Tree } from '../../../server/epub/contract.ts';
import { buildTree } from '../../../src/rendition/section/build-tree.ts';
import { readText, textWithoutRuby } from '../../../src/rendition/section/read-text.ts';
import { body, h2, p } from '../fixtures/trees.ts';

const textOf = (...children: Tree[]) => buildTree(body(...children), () => '').text;

describe('readText', () => {
  it('separates paragraphs with line breaks', () => {
    const text = textOf(h2('Title'), p('One ', ['em', {}, 'two'], ' three'), p('four'));
    expect(readText(text, 0, text.length)).to.equal('Title\nOne two three\nfour');
    expect(readText(text, 6, 20)).to.equal('ne two three\nfo');
  });

  it('omits ruby annotations and keeps offsets', () => {
    const ruby: Tree = [
      'ruby',
      {},
      '山路',
      ['rp', {}, '('],
      ['rt', {}, 'やまみち'],
      ['rp', {}, ')'],
    ];
    const text = textOf(p('A', ruby, 'を'));
    expect(readText(text, 0, text.length)).to.equal('A山路を');
    expect(textWithoutRuby(text)).to.equal('A山路      を');
    expect(textWithoutRuby(text).length).to.equal(text.length);
  });
});
