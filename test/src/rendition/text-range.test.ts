import { expect } from '@open-wc/testing';
import { assert, integer, nat, pre, property } from 'fast-check';
import type { Tree } from '../../../server/epub/contract.ts';
import { buildTree } from '../../../src/rendition/section/build-tree.ts';
import { offsetOf, rangeOf } from '../../../src/rendition/section/text-range.ts';
import { body, p } from '../fixtures/trees.ts';

const hosts: HTMLElement[] = [];

function show(...children: Tree[]) {
  const { root, text } = buildTree(body(...children), () => '');
  const host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).append(root);
  document.body.append(host);
  hosts.push(host);
  return { root, text };
}

describe('text ranges', () => {
  afterEach(() => {
    for (const host of hosts.splice(0)) host.remove();
  });

  it('are found by offsets across paragraphs and inline elements', () => {
    const { text } = show(p('One ', ['em', {}, 'two'], ' three'), p('four'));
    expect(rangeOf(text, 0, 3)?.toString()).to.equal('One');
    expect(rangeOf(text, 5, 10)?.toString()).to.equal('wo th');
    expect(rangeOf(text, 8, 15)?.toString()).to.equal('threefo');
    expect(rangeOf(text, 13, 17)?.toString()).to.equal('four');
  });

  it('are null if empty, beyond the text, or not in the document', () => {
    const { text } = show(p('One'), ['script', {}, 'two'], p('three'));
    expect(rangeOf(text, 2, 2) === null).to.equal(true);
    expect(rangeOf(text, 11, 20) === null).to.equal(true);
    expect(rangeOf(text, 3, 6) === null).to.equal(true);
    expect(rangeOf(text, 2, 8)?.toString()).to.equal('eth');
    expect(rangeOf(show().text, 0, 5) === null).to.equal(true);
  });

  it('convert back to the same offsets', () => {
    const { text } = show(p('One ', ['em', {}, 'two'], ' three'), p('four'));
    assert(
      property(nat(16), integer({ min: 1, max: 17 }), (start, end) => {
        pre(start < end);
        const range = rangeOf(text, start, end);
        if (!range) throw new Error('No range.');
        expect(offsetOf(text, range.startContainer, range.startOffset)).to.equal(start);
        expect(offsetOf(text, range.endContainer, range.endOffset)).to.equal(end);
      }),
    );
  });

  it('are also measured from points between elements', () => {
    const { root, text } = show(p('One'), ['script', {}, 'two'], p('three'));
    const [first, second] = root.querySelectorAll('p');
    if (!first || !second) throw new Error('No paragraphs.');
    expect(offsetOf(text, root, 0)).to.equal(0);
    expect(offsetOf(text, first, 1)).to.equal(6);
    expect(offsetOf(text, second, 0)).to.equal(6);
    expect(offsetOf(text, root, root.childNodes.length)).to.equal(11);
  });

  it('have no offset outside their section', () => {
    const { text } = show(p('One'));
    expect(offsetOf(text, document.body, 0)).to.equal(null);
    expect(offsetOf(text, show(p('Two')).root, 0)).to.equal(null);
  });
});
