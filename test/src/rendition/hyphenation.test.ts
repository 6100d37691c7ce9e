import { expect } from '@open-wc/testing';
import { SearchRequestEvent, SettingsRequestEvent } from '../../../src/events/request-events.ts';
import { canHyphenate } from '../../../src/rendition/hyphenation/can-hyphenate.ts';
import {
  insertSoftHyphens,
  removeSoftHyphens,
} from '../../../src/rendition/hyphenation/soft-hyphens.ts';
import { buildTree } from '../../../src/rendition/section/build-tree.ts';
import { readText } from '../../../src/rendition/section/read-text.ts';
import { offsetOf, rangeOf } from '../../../src/rendition/section/text-range.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { nextEvent, open, pageOf, waitUntil } from '../fixtures/reader.ts';
import { justified } from '../fixtures/rich-books.ts';
import { body, p } from '../fixtures/trees.ts';

const halve = (word: string) => [Math.floor(word.length / 2)];

/** Words that continue on the next line of the visible section. */
function brokenWords(reader: SvcReader): string[] {
  const view = pageOf(reader).rendition?.current;
  if (!view) throw new Error('No section.');
  return [...view.text.text().matchAll(/\p{L}{6,}/gu)].flatMap(({ index, 0: word }) => {
    const rects = [...(rangeOf(view.text, index, index + word.length)?.getClientRects() ?? [])];
    return new Set(rects.map(({ bottom }) => Math.round(bottom))).size > 1 ? [word] : [];
  });
}

/** Whether this browser hyphenates a text. */
function isBuiltIn(
  reader: SvcReader,
  lang = 'it',
  text = 'straordinariamente rappresentava popolazione amministrazione',
): boolean | null {
  const element = document.createElement('p');
  element.lang = lang;
  return canHyphenate(pageOf(reader), element, text);
}

describe('soft hyphens of the reader', () => {
  const text = 'Alpha betagamma (deltaepsilon) soft\u00adhyphen, zeta';
  const show = () => {
    const built = buildTree(
      body(p('One ', ['em', {}, 'interna'], 'tional rest'), p(text)),
      () => '',
    );
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(built.root);
    document.body.append(host);
    return { ...built, host };
  };

  it('are inserted into long words that one node contains, and do not change offsets', () => {
    const { text: index, root, host } = show();
    const before = index.text();
    const { length } = index;

    expect(insertSoftHyphens(index, () => halve)).to.equal(true);
    expect(root.textContent).to.equal(
      'One international restAlpha beta\u00adgamma (deltae\u00adpsilon) soft\u00adhyphen, zeta',
    );
    expect(index.text()).to.equal(before);
    expect(index.length).to.equal(length);
    expect(readText(index, 0, length)).to.equal(`One international rest\n${text}`);
    for (let start = 0; start < length; start++) {
      expect(index.slice(start, 9)).to.equal(before.slice(start, start + 9));
      const range = rangeOf(index, start, start + 1);
      expect(range?.toString()).to.equal(before[start]);
      expect(range && offsetOf(index, range.startContainer, range.startOffset)).to.equal(start);
      expect(range && offsetOf(index, range.endContainer, range.endOffset)).to.equal(start + 1);
    }
    host.remove();
  });

  it('are not inserted into addresses and identifiers', () => {
    const words = 'www.gutenberg.org/license, reader@example.com, long_identifier, abcdefgh12';
    const { text: index, root } = buildTree(body(p(words)), () => '');
    expect(insertSoftHyphens(index, () => halve)).to.equal(false);
    expect(root.textContent).to.equal(words);
  });

  it('keep ranges, and can be removed', () => {
    const { text: index, root, host } = show();
    const before = root.textContent;
    const runs = structuredClone(index.runs.map(({ start, from, to }) => ({ start, from, to })));
    const at = index.text().indexOf('amma');
    const range = rangeOf(index, at, at + 4);

    insertSoftHyphens(index, () => halve);
    expect(range?.toString()).to.equal('amma');
    expect(insertSoftHyphens(index, () => null)).to.equal(false);
    expect(removeSoftHyphens(index)).to.equal(true);
    expect(root.textContent).to.equal(before);
    expect(index.runs.map(({ start, from, to }) => ({ start, from, to }))).to.deep.equal(runs);
    expect(range?.toString()).to.equal('amma');
    expect(removeSoftHyphens(index)).to.equal(false);
    host.remove();
  });
});

describe('hyphenation', () => {
  it('is measured in the browser', async () => {
    const reader = await open({ book: justified });
    expect(isBuiltIn(reader, 'zxx', 'interesting possibility extraordinary')).to.equal(false);
    expect(isBuiltIn(reader, 'en-x-unknown', 'No long word.')).to.equal(null);
    pageOf(reader).style.display = 'none';
    expect(isBuiltIn(reader, 'en-x-hidden', 'interesting possibility')).to.equal(null);
    pageOf(reader).style.display = '';
    const isFirefox = navigator.userAgent.includes('Firefox');
    if (isFirefox) expect(isBuiltIn(reader)).to.equal(true);
  });

  it('breaks justified text in languages that the browser does not hyphenate', async () => {
    const reader = await open({ book: justified });
    await waitUntil(() => brokenWords(reader).length > 5, 'broken words');
    const { textContent } = pageOf(reader).rendition?.current.root ?? {};
    expect(textContent?.includes('\u00ad')).to.equal(!isBuiltIn(reader));
  });

  it('loads nothing for text that is not justified, until the user turns hyphenation on', async () => {
    const reader = await open({ book: justified, start: '1:0' });
    const page = pageOf(reader);
    page.goTo({ section: 1, offset: 0 });
    await waitUntil(() => page.rendition?.current.section.index === 1, 'the second section');
    const { root } = page.rendition?.current ?? {};
    expect(root?.textContent?.includes('\u00ad')).to.equal(false);

    reader.dispatchEvent(new SettingsRequestEvent({ hyphens: 'auto' }));
    await waitUntil(() => brokenWords(reader).length > 5, 'broken words');
    reader.dispatchEvent(new SettingsRequestEvent({ hyphens: 'none' }));
    await waitUntil(() => brokenWords(reader).length === 0, 'whole words');
    reader.dispatchEvent(new SettingsRequestEvent({ hyphens: 'book' }));
    await waitUntil(() => !root?.textContent?.includes('\u00ad'), 'the original text');
  });

  it('leaves search, the position and copied text as they are', async () => {
    const reader = await open({ book: justified });
    await waitUntil(() => brokenWords(reader).length > 5, 'broken words');
    const page = pageOf(reader);
    const { current } = page.rendition ?? {};
    if (!current) throw new Error('No section.');

    expect(reader.locator?.text?.highlight ?? '').to.not.include('\u00ad');
    const at = current.text.text().indexOf('incomprensibile');
    const range = rangeOf(current.text, at - 3, at + 30);
    if (!range) throw new Error('No range.');
    const { startContainer, startOffset, endContainer, endOffset } = range;
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
    const data = new DataTransfer();
    const event = new ClipboardEvent('copy', {
      clipboardData: data,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    startContainer.parentElement?.dispatchEvent(event);
    // The browser copies text without inserted hyphens itself.
    expect(event.defaultPrevented).to.equal(!isBuiltIn(reader));
    if (event.defaultPrevented) {
      expect(event.clipboardData?.getData('text/plain')).to.equal(current.text.slice(at - 3, 33));
      expect(event.clipboardData?.getData('text/html')).to.not.include('\u00ad');
    }

    const changed = nextEvent(reader, 'svc-page-change');
    page.turn(1);
    await changed;
    reader.dispatchEvent(new SearchRequestEvent({ type: 'find', query: 'straordinariamente' }));
    if (!('highlights' in CSS)) return;
    const [hit] = await waitUntil(() => {
      reader.dispatchEvent(new SearchRequestEvent({ type: 'go', index: 0 }));
      const shown: AbstractRange[] = [...(CSS.highlights.get('svc-hit-current') ?? [])];
      return shown.length > 0 ? shown : null;
    }, 'the hit');
    expect(String(hit).replaceAll('\u00ad', '')).to.equal('straordinariamente');
  });
});
