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

describe('the way back', () => {
  it('is offered after a jump, leads there, and goes', async () => {
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

  it('names the page within the same chapter', async () => {
    const reader = await openWithFeatures({ book: numbered });
    press(reader, 'End');
    const back = await waitUntil(() => querySnackbar(reader), 'the line');
    expect(back.textContent?.trim()).to.equal('Back to page 1');
  });

  it('is not offered after scrolling, however far, but after a jump in the strip', async () => {
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

  it('is not offered after the turn of a page, over a chapter’s edge neither', async () => {
    const reader = await openWithFeatures({ book: numbered, start: '2' });
    press(reader, 'ArrowRight');
    await waitUntil(() => locationsOf(reader)?.section === 3, 'the next chapter');
    await nextFrame();
    await nextFrame();
    expect(querySnackbar(reader)).to.equal(null);
  });

  it('goes when the person has read on', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await waitUntil(() => querySnackbar(reader), 'the line');
    for (let turn = 0; turn < 3; turn++) press(reader, 'ArrowRight');
    await waitUntil(() => !querySnackbar(reader), 'no line');
  });

  it('stays while the person scrolls a few lines in the strip', async () => {
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

  it('is Alt and the left arrow, and forward the right one', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the jump');
    expect(press(reader, 'ArrowLeft', { altKey: true })).to.equal(false);
    await waitUntil(() => locationsOf(reader)?.section === 0, 'the way back');
    press(reader, 'ArrowRight', { altKey: true });
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the way forward');
    // With nowhere to go, the key is the browser's.
    expect(press(reader, 'ArrowRight', { altKey: true })).to.equal(true);
  });
});

describe('reading on from elsewhere', () => {
  const resume = (section: number, more: object = {}) => ({
    locations: { section, offset: 400 },
    ...more,
  });

  it('is asked when that is further on, and leads there', async () => {
    const reader = await mount({ book: numbered });
    reader.resume = resume(1, { device: 'Ada’s phone' });
    const told = await waitUntil(
      () => (querySnackbar(reader, '.told')?.textContent ? querySnackbar(reader, '.told') : null),
      'the question',
    );
    expect(told.textContent).to.match(/^You’re at Chapter 2 \(\d+%\) on Ada’s phone\.$/);
    querySnackbar(reader)?.click();
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the place');
    expect(locationsOf(reader)?.offset).to.equal(400);
  });

  it('is not asked when the person is further on here, or the text there is another', async () => {
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

  it('is not asked of what is no place, and reading goes on', async () => {
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
