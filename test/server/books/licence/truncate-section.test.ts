import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  findTruncationOffset,
  truncateSection,
  truncateTree,
} from '../../../../server/books/licence/truncate-section.ts';
import { extractSectionText } from '../../../../server/books/text-search/section-text.ts';
import type { Section, Tree, TreeElement } from '../../../../server/epub/contract.ts';

const letters = fc.constantFrom(
  'a',
  'word',
  ' ',
  '. ',
  'é',
  'e\u0301',
  '漢字',
  '👩‍👩‍👧',
  '🇩🇪',
  '\u200d',
  'ß',
  'नि',
  '한',
  '\r\n',
);
const text = fc.array(letters, { maxLength: 120 }).map((parts) => parts.join(''));
const tags = fc.constantFrom(
  'p',
  'div',
  'em',
  'span',
  'ruby',
  'rt',
  'tr',
  'td',
  'table',
  'blockquote',
  'svg',
  'h2',
);
const trees = fc.letrec<{ node: Tree; element: TreeElement }>((tie) => ({
  node: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, text, tie('element')),
  element: fc
    .tuple(tags, fc.array(tie('node'), { maxLength: 6 }))
    .map(([tag, children]): TreeElement => [tag, {}, ...children]),
}));
const root = fc
  .array(trees.node, { maxLength: 8 })
  .map((children): TreeElement => ['div', { class: 'svc-html' }, ...children]);
const cases = fc.record({ tree: root, share: fc.double({ min: 0, max: 1.1, noNaN: true }) });

const textOf = (tree: Tree): string => extractSectionText(tree).text;

function paragraphs(...texts: Tree[]): TreeElement {
  return ['div', {}, ...texts.map((inner): TreeElement => ['p', {}, inner])];
}

describe('truncation offset', () => {
  const words = 'one two three four five six seven eight nine ten '.repeat(20);

  it('is after the last paragraph if that drops less than 200 characters', () => {
    const tree = paragraphs('a'.repeat(100), words);
    assert.equal(findTruncationOffset(tree, 'en', 100 + 199), 100);
    assert.ok(findTruncationOffset(tree, 'en', 100 + 201) > 290);
  });

  it('is after a word and not inside it', () => {
    const tree = paragraphs(words);
    const cut = findTruncationOffset(tree, 'en', words.indexOf('three', 300) + 3);
    assert.equal(textOf(tree).slice(cut, cut + 5), 'three');
  });

  it('is the length of the text if the text is shorter', () => {
    assert.equal(findTruncationOffset(paragraphs('short'), 'en', 1024), 5);
    assert.equal(findTruncationOffset(paragraphs(), 'en', 10), 0);
  });

  it('is before a ruby element or table row that would be cut', () => {
    const ruby: TreeElement = ['ruby', {}, '漢字', ['rt', {}, 'かんじ']];
    const inRuby: TreeElement = ['div', {}, ['p', {}, 'x'.repeat(300), ' ', ruby, 'は']];
    assert.equal(findTruncationOffset(inRuby, 'ja', 303), 301);
    const cells = ['a'.repeat(300), 'b'.repeat(300)].map((cell): TreeElement => ['td', {}, cell]);
    const row: TreeElement = ['table', {}, ['tr', {}, ...cells], ['tr', {}, ['td', {}, 'c']]];
    assert.equal(findTruncationOffset(['div', {}, ['p', {}, 'before'], row], 'en', 400), 6);
  });

  it('is at a word boundary in a language without spaces', () => {
    const chinese = '我们都是地球人'.repeat(60);
    const cut = findTruncationOffset(paragraphs(chinese), 'zh', 250);
    assert.ok(cut > 240 && cut <= 250);
  });

  it('accepts an invalid language tag', () => {
    assert.equal(findTruncationOffset(paragraphs('word '.repeat(100)), 'not a tag', 252), 250);
  });

  it('is never after the limit or inside a surrogate pair, grapheme, ruby or row', () => {
    fc.assert(
      fc.property(cases, ({ tree, share }) => {
        const { text: all, breaks } = extractSectionText(tree);
        const limit = Math.floor(all.length * share);
        const cut = findTruncationOffset(tree, 'en', limit);
        assert.ok(cut <= Math.max(0, limit) && cut <= all.length);
        assert.ok(cut === all.length || !/^[\udc00-\udfff]/.test(all.slice(cut)));
        const block = breaks.findLast((at) => at <= cut) ?? 0;
        const rest = all.slice(block, breaks.find((at) => at > cut) ?? all.length);
        const character = new Intl.Segmenter('en').segment(rest).containing(cut - block);
        assert.ok(!character || character.index === cut - block, 'inside a grapheme');
        for (const tag of ['ruby', 'tr', 'svg']) {
          const before = countOf(tree, tag);
          const [head, rest] = [truncateTree(tree, cut), restOf(tree, cut)];
          assert.ok(countOf(head, tag) + countOf(rest, tag) <= before, `through a ${tag}`);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('truncated section', () => {
  const section = {
    index: 0,
    href: 'one.xhtml',
    title: 'One',
    language: 'en',
    direction: 'ltr',
    writingMode: 'horizontal-tb',
    layout: 'reflowable',
    viewport: null,
    tree: [
      'div',
      { class: 'svc-html' },
      ['p', { id: 'first' }, 'One ', ['em', { id: 'in' }, 'two'], ' three'],
      ['p', { id: 'second' }, ['a', { id: 'anchor' }], 'four', ['img', { src: 'resource:a.png' }]],
    ],
    styles: [],
    css: '',
    length: 17,
    words: 4,
    ids: { first: 0, in: 4, second: 13, anchor: 13 },
  } satisfies Section;

  it('contains no element, id or count from after the cut', () => {
    const { tree, length, words, ids } = truncateSection(section, 13);
    assert.deepEqual(tree, [
      'div',
      { class: 'svc-html' },
      ['p', { id: 'first' }, 'One ', ['em', { id: 'in' }, 'two'], ' three'],
    ]);
    assert.deepEqual({ length, words, ids }, { length: 13, words: 3, ids: { first: 0, in: 4 } });
  });

  it('is an empty root element if nothing is left', () => {
    assert.deepEqual(truncateSection(section, 0).tree, ['div', { class: 'svc-html' }]);
  });

  it('is unchanged if it is cut at its end', () => {
    const cut = truncateSection(section, 13);
    assert.deepEqual(truncateSection(cut, 13), cut);
  });

  it('contains only the first characters and the elements that start before the cut', () => {
    fc.assert(
      fc.property(cases, ({ tree, share }) => {
        const all = textOf(tree);
        const end = Math.min(all.length, Math.floor(all.length * share));
        const cut = truncateTree(tree, end);
        assert.equal(textOf(cut), all.slice(0, end));
        for (const start of startsOf(cut)) assert.ok(start === 0 || start < end);
      }),
      { numRuns: 1000 },
    );
  });
});

function countOf(tree: Tree, name: string): number {
  if (typeof tree === 'string') return 0;
  const [tag, , ...children] = tree;
  return children.reduce((sum, child) => sum + countOf(child, name), tag === name ? 1 : 0);
}

/** The part after a cut. It repeats the elements that have text on both sides of the cut. */
function restOf(tree: TreeElement, cut: number): TreeElement {
  let at = 0;
  const rest = (node: Tree): Tree[] => {
    const start = at;
    if (typeof node === 'string') {
      at += node.length;
      return at > cut ? [node.slice(Math.max(0, cut - start))] : [];
    }
    const [tag, attributes, ...children] = node;
    const inner = children.flatMap(rest);
    return at > cut ? [[tag, attributes, ...inner]] : [];
  };
  const [tag, attributes, ...children] = tree;
  return [tag, attributes, ...children.flatMap(rest)];
}

function startsOf(tree: TreeElement): number[] {
  const starts: number[] = [];
  let at = 0;
  const walk = (node: Tree): void => {
    if (typeof node === 'string') {
      at += node.length;
      return;
    }
    const [, , ...children] = node;
    starts.push(at);
    for (const child of children) walk(child);
  };
  walk(tree);
  return starts;
}
