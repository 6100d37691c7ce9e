import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { click } from '../../fixtures/pointer-events.ts';
import { arabic, japanese, open, pageOf, scrollerOf, stageOf } from '../../fixtures/reader.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;

describe('a click', () => {
  it('turns forward on the right side and back on the left', async () => {
    const reader = await open();
    click(reader, 390);
    const second = offset(reader);
    expect(second).to.be.greaterThan(0);
    click(reader, 10);
    expect(offset(reader)).to.equal(0);
  });

  it('turns the other way in a right-to-left book', async () => {
    for (const book of [arabic, japanese]) {
      const reader = await open({ book });
      click(reader, 10);
      expect(offset(reader), book).to.be.greaterThan(0);
    }
  });

  it('turns no page in the middle, with a modifier, or as a double click on text', async () => {
    const reader = await open();
    const paragraph = scrollerOf(reader).querySelector('p') ?? undefined;
    click(reader, 200);
    click(reader, 390, { ctrlKey: true });
    click(reader, 390, { detail: 2 }, 'mouse', paragraph);
    click(reader, 390, { button: 1 });
    expect(offset(reader)).to.equal(0);
  });

  it('turns one page per click, regardless of speed', async () => {
    const reader = await open();
    const page = () => pageOf(reader).rendition?.current.page;
    const paragraph = scrollerOf(reader).querySelector('p') ?? undefined;
    for (const detail of [1, 2, 3]) click(reader, 390, { detail }, 'touch', paragraph);
    expect(page()).to.equal(3);
    for (const detail of [1, 2]) click(reader, 10, { detail });
    expect(page()).to.equal(1);
  });

  it('selects no text when repeated next to the text', async () => {
    const reader = await open();
    const press = (target: Element, detail: number) => {
      const { left, top } = stageOf(reader).getBoundingClientRect();
      const event = new MouseEvent('mousedown', {
        clientX: left + 390,
        clientY: top + 200,
        detail,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const paragraph = scrollerOf(reader).querySelector('p');
    if (!paragraph) throw new Error('No paragraph.');
    expect(press(scrollerOf(reader), 2)).to.equal(true);
    expect(press(scrollerOf(reader), 1)).to.equal(false);
    expect(press(paragraph, 2)).to.equal(false);
  });

  it('undoes its page turn when it becomes a double click, which selects the word', async () => {
    const reader = await open();
    const scroller = scrollerOf(reader);
    const walker = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const stage = stageOf(reader).getBoundingClientRect();
    let rect: DOMRect | undefined;
    let word = '';
    for (let node = walker.nextNode(); node && !rect; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      for (const { index, 0: found } of node.data.matchAll(/\p{L}{4,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        const at = range.getBoundingClientRect();
        if (at.width > 0 && at.right < stage.left + 90 && at.bottom < stage.bottom) {
          rect = at;
          word = found;
        }
      }
    }
    if (!rect) throw new Error('No word in the side zone.');
    reader.next();
    reader.previous();
    const before = offset(reader);
    const paragraph = scroller.querySelector('p') ?? undefined;
    const x = rect.left + rect.width / 2 - stage.left;
    const clientY = rect.top + rect.height / 2;
    // The first page has no previous page, so the test uses the other side.
    click(reader, 390, {}, 'mouse', paragraph);
    expect(offset(reader)).to.be.greaterThan(before);
    const again = { detail: 2, bubbles: true, composed: true, cancelable: true };
    const press = new MouseEvent('mousedown', { ...again, clientX: stage.left + x, clientY });
    scrollerOf(reader).dispatchEvent(press);
    click(reader, x, { detail: 2 }, 'mouse', paragraph);

    expect(offset(reader)).to.equal(before);
    expect(press.defaultPrevented).to.equal(true);
    expect(document.getSelection()?.toString()).to.equal(word);
  });

  it('turns no page when it ends or makes a selection', async () => {
    const reader = await open();
    const paragraph = scrollerOf(reader).querySelector('p');
    if (!paragraph) throw new Error('No paragraph.');
    document.getSelection()?.selectAllChildren(paragraph);
    click(reader, 390);
    expect(offset(reader)).to.equal(0);
    document.getSelection()?.removeAllRanges();
    click(reader, 390);
    expect(offset(reader)).to.be.greaterThan(0);
  });

  it('toggles the controls when it is a tap in the middle', async () => {
    const reader = await open();
    const isImmersed = () => reader.shadowRoot?.querySelector('.immersed') !== null;
    click(reader, 200, {}, 'touch');
    await reader.updateComplete;
    expect(isImmersed()).to.equal(true);
    click(reader, 200, {}, 'touch');
    await reader.updateComplete;
    expect(isImmersed()).to.equal(false);
  });
});
