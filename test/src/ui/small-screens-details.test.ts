import { expect } from '@open-wc/testing';
import { SettingsRequestEvent, PanelRequestEvent } from '../../../src/events/request-events.ts';
import { snapToPixels } from '../../../src/rendition/fixed/fit-page.ts';
import { fractionRead, measureBook } from '../../../src/state/progress.ts';
import { english, numbered, open, scrollerOf, waitUntil } from '../fixtures/reader.ts';
import { queryControl, querySnackbar } from '../fixtures/controls.ts';

describe('on a phone', () => {
  it('shows the additional settings when they open', async () => {
    const reader = await open({ book: english, width: 390, height: 740 });
    reader.dispatchEvent(new PanelRequestEvent('settings'));
    const details = await waitUntil(
      () => queryControl(reader, 'svc-settings', 'details'),
      'the settings',
    );
    details.toggleAttribute('open', true);
    const panel = details.closest('.panel');
    const control = details.querySelector('fieldset, .row, button, select, input');
    if (!panel || !control) throw new Error('There are no further settings.');
    await waitUntil(
      () => control.getBoundingClientRect().bottom < panel.getBoundingClientRect().bottom,
      'the first of the further settings in view',
    );
  });

  for (const width of [280, 320, 390]) {
    for (const locale of ['de', 'fr', 'ru', 'fi', 'el']) {
      it(`the time left is not cut off: ${locale} at ${width} px`, async () => {
        const reader = await open({ book: numbered, locale, width });
        reader.dispatchEvent(new SettingsRequestEvent({ reading: 'time' }));
        const position = await waitUntil(
          () => queryControl(reader, 'svc-progress', '.position'),
          'the time left',
        );
        await waitUntil(() => /\d/.test(position.textContent ?? ''), 'the time left');
        await waitUntil(() => position.scrollWidth <= position.clientWidth, 'the whole text');
        reader.dispatchEvent(new SettingsRequestEvent({ reading: 'percent' }));
      });
    }
  }
});

describe('the way back after a jump', () => {
  for (const [width, height] of [
    [390, 740],
    [390, 480],
    [900, 600],
  ] as const) {
    it(`leaves the last line uncovered at ${width} × ${height} px`, async () => {
      const reader = await open({ book: numbered, width, height });
      reader.goTo({ section: 1, offset: 3000 });
      const line = await waitUntil(() => querySnackbar(reader, '.line'), 'the snackbar');
      await Promise.all(line.getAnimations().map(({ finished }) => finished));
      const text = scrollerOf(reader).querySelector('.sheet');
      if (!text) throw new Error('There is no text.');
      const box = scrollerOf(reader).getBoundingClientRect();
      const { paddingBottom, marginBottom } = getComputedStyle(text);
      const margin = Math.max(Number.parseFloat(paddingBottom), Number.parseFloat(marginBottom));
      expect(line.getBoundingClientRect().top).to.be.at.least(box.bottom - margin - 1);
    });
  }
});

describe('a fixed-layout page', () => {
  it('begins and ends at whole pixels', () => {
    for (let length = 301; length < 2000; length += 37) {
      for (const scale of [0.21, 0.5013, 0.777, 1.3333]) {
        const { start, scale: snapped } = snapToPixels(12.4, length, scale);
        expect(start).to.equal(12);
        const end = start + length * snapped;
        expect(end).to.be.closeTo(Math.round(end), 1e-9);
        expect(Math.abs(snapped - scale) * length).to.be.below(1);
      }
    }
  });
});

it('a sample with a single spread begins at its start', () => {
  const book = measureBook([
    { positions: 2, length: 0 },
    { positions: 3, length: 0 },
  ]);
  const end = { section: 1, offset: 0 };
  const page = { section: 0, start: 0, page: 0, pages: 1, isLast: true };
  expect(fractionRead(book, { ...page, isFirst: true }, end)).to.equal(0);
  expect(fractionRead(book, { ...page, isFirst: false }, end)).to.equal(0.4);
});
