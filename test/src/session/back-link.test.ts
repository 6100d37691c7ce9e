import { expect } from '@open-wc/testing';
import {
  nextFrame,
  mount,
  nextEvent,
  numbered,
  pageOf,
  press,
  stageOf,
  waitUntil,
} from '../fixtures/reader.ts';
import { querySnackbar, locationsOf, openWithFeatures } from '../fixtures/controls.ts';

describe('the prompt to go back', () => {
  it('appears after a jump, goes back, and disappears', async () => {
    const reader = await openWithFeatures({ book: numbered });
    press(reader, 'ArrowRight');
    const before = locationsOf(reader);
    const jumped = nextEvent(reader, 'svc-jump');
    reader.goTo({ section: 1, offset: 900 });
    const { from, to } = await jumped;
    expect(from).to.deep.equal({ section: 0, offset: before?.offset });
    expect(to).to.deep.equal({ section: 1, offset: 900 });
    const back = await waitUntil(() => querySnackbar(reader), 'the line');
    expect(back.textContent?.trim()).to.equal('Back to Chapter 1');
    back.click();
    await waitUntil(() => locationsOf(reader)?.section === 0, 'the way back');
    expect(locationsOf(reader)?.offset).to.equal(before?.offset);
    await waitUntil(() => !querySnackbar(reader), 'no line');
    expect(stageOf(reader).matches(':focus')).to.equal(true);
  });

  it('names the page for jumps within a chapter', async () => {
    const reader = await openWithFeatures({ book: numbered });
    press(reader, 'End');
    const back = await waitUntil(() => querySnackbar(reader), 'the line');
    expect(back.textContent?.trim()).to.equal('Back to page 1');
  });

  it('appears after a jump in scroll mode, but not after scrolling', async () => {
    const reader = await openWithFeatures({ book: numbered, mode: 'scroll' });
    const stage = stageOf(reader);
    let jumps = 0;
    reader.addEventListener('svc-jump', () => (jumps += 1));
    stage.scrollTop += stage.clientHeight * 4;
    await waitUntil(
      () => (locationsOf(reader)?.section ?? 0) > 0 || (locationsOf(reader)?.offset ?? 0) > 0,
      'there',
    );
    expect(jumps).to.equal(0);
    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => querySnackbar(reader), 'the line');
    expect(jumps).to.equal(1);
  });

  it('does not appear after page turns, even across a chapter boundary', async () => {
    const reader = await openWithFeatures({ book: numbered, start: '2' });
    press(reader, 'ArrowRight');
    await waitUntil(() => locationsOf(reader)?.section === 3, 'the next chapter');
    await nextFrame();
    await nextFrame();
    expect(querySnackbar(reader)).to.equal(null);
  });

  it('disappears after a few page turns', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await waitUntil(() => querySnackbar(reader), 'the line');
    for (let turn = 0; turn < 3; turn++) press(reader, 'ArrowRight');
    await waitUntil(() => !querySnackbar(reader), 'no line');
  });

  it('stays while the user scrolls a few lines in scroll mode', async () => {
    const reader = await openWithFeatures({ book: numbered, mode: 'scroll' });
    reader.goTo({ section: 3, offset: 0 });
    await waitUntil(() => querySnackbar(reader), 'the line');
    for (let step = 0; step < 4; step++) {
      const moved = new Promise((resolve) =>
        pageOf(reader).addEventListener('svc-page-move', resolve, { once: true }),
      );
      stageOf(reader).scrollTop += 10;
      await moved;
    }
    await reader.updateComplete;
    expect(querySnackbar(reader)).not.to.equal(null);
  });

  it('also works with Alt and the arrow keys', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the jump');
    expect(press(reader, 'ArrowLeft', { altKey: true })).to.equal(false);
    await waitUntil(() => locationsOf(reader)?.section === 0, 'the way back');
    press(reader, 'ArrowRight', { altKey: true });
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the way forward');
    // At the end of the history, the key keeps its browser function.
    expect(press(reader, 'ArrowRight', { altKey: true })).to.equal(true);
  });
});

describe('a reading position from another device', () => {
  const resume = (section: number, more: object = {}) => ({
    locations: { section, offset: 400 },
    ...more,
  });

  it('is offered if it is further ahead', async () => {
    const reader = await mount({ book: numbered });
    reader.resume = resume(1, { device: 'Ada’s phone' });
    const message = await waitUntil(
      () =>
        querySnackbar(reader, '.message')?.textContent ? querySnackbar(reader, '.message') : null,
      'the question',
    );
    expect(message.textContent).to.match(/^You’re at Chapter 2 \(\d+%\) on Ada’s phone\.$/);
    querySnackbar(reader)?.click();
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the place');
    expect(locationsOf(reader)?.offset).to.equal(400);
  });

  it('is not offered if it is behind, or if the text there has changed', async () => {
    const reader = await openWithFeatures({ book: numbered, start: '1' });
    reader.resume = resume(0);
    await reader.updateComplete;
    reader.resume = resume(3, { href: 'other.xhtml' });
    await reader.updateComplete;
    await nextFrame();
    expect(querySnackbar(reader)).to.equal(null);
    reader.resume = resume(3);
    await waitUntil(() => querySnackbar(reader), 'the question');
  });

  it('is ignored if it is invalid', async () => {
    const reader = await openWithFeatures({ book: numbered });
    for (const broken of [{}, { locations: { section: '1', offset: -1 } }, 'a page']) {
      Reflect.set(reader, 'resume', broken);
      await reader.updateComplete;
    }
    press(reader, 'ArrowRight');
    reader.resume = resume(1);
    await waitUntil(() => querySnackbar(reader), 'the question');
    expect(reader.shadowRoot?.querySelector('svc-notice')).to.equal(null);
  });

  it('can be declined', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.resume = resume(2);
    (await waitUntil(() => querySnackbar(reader, '.close'), 'the question')).click();
    await waitUntil(() => !querySnackbar(reader), 'no line');
    expect(locationsOf(reader)?.section).to.equal(0);
  });
});
