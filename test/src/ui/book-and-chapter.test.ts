import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { arabic, english, numbered, open, stageOf, waitUntil } from '../fixtures/reader.ts';
import { closePanel, openPanelWithKey, queryControl } from '../fixtures/controls.ts';

const partText = (reader: SvcReader, control: string, part: string) =>
  queryControl(reader, control, `[part=${part}]`)?.textContent?.trim() ?? null;

/** Replaces the kind of pointer that media queries report. Returns a function that restores it. */
function emulatePointer(pointer: 'coarse' | 'fine'): () => void {
  const real = globalThis.matchMedia;
  globalThis.matchMedia = (query) =>
    real.call(
      window,
      query.includes('pointer') ? (query.includes(pointer) ? 'all' : 'not all') : query,
    );
  return () => {
    globalThis.matchMedia = real;
  };
}

describe('the book and the chapter', () => {
  it('are in the title bar, in the middle of a wide reader, and in the contents', async () => {
    const reader = await open({ book: english, start: '2', width: 900 });
    expect(partText(reader, 'svc-toolbar', 'title')).to.equal('The Carpet-Bag');
    expect(partText(reader, 'svc-toolbar', 'book-title')).to.equal('Moby-Dick; or, The Whale');
    const titles = queryControl(reader, 'svc-toolbar', '.titles')?.getBoundingClientRect();
    const { left = 0, width = 0 } = titles ?? {};
    const room = reader.getBoundingClientRect();
    expect(left + width / 2).to.be.closeTo(room.left + room.width / 2, 1);
    const panel = await openPanelWithKey(reader, 't', 'svc-contents');
    expect(partText(reader, 'svc-contents', 'book-title')).to.equal('Moby-Dick; or, The Whale');
    await Promise.all(panel.getAnimations().map(({ finished }) => finished));
    await expect(reader).to.be.accessible();
  });

  for (const [locale, book, text] of [
    ['de', english, /^Noch \d+ Min\. im Kapitel$/],
    ['ar', arabic, /^بقي .+ في الفصل$/],
    ['ja', numbered, /^この章はあと\d+ ?分$/],
  ] as const) {
    it(`have the time left beside the progress, which is never cut off: ${locale}`, async () => {
      const reader = await open({ book, start: '1', locale, width: 900 });
      const timeLeft = () => queryControl(reader, 'svc-progress', '.time-left');
      expect(timeLeft()?.textContent?.trim()).to.match(text);
      reader.style.inlineSize = '280px';
      await waitUntil(() => stageOf(reader).clientWidth === 280, 'the width');
      await waitUntil(() => (timeLeft()?.getBoundingClientRect().width ?? 0) > 20, 'the text');
      await waitUntil(() => {
        const texts = [timeLeft(), queryControl(reader, 'svc-progress', '.position')];
        return texts.every((one) => one && one.scrollWidth <= one.clientWidth + 1);
      }, 'the whole text');
      reader.dispatchEvent(new SettingsRequestEvent({ reading: 'time' }));
      await waitUntil(() => !timeLeft(), 'the other display, which includes it');
      reader.dispatchEvent(new SettingsRequestEvent({ reading: 'percent' }));
    });
  }
});

describe('the help', () => {
  it('shows gestures first and folds the keys where the pointer is coarse, and keys first where it is fine', async () => {
    const reader = await open({ book: english, width: 390 });
    for (const pointer of ['coarse', 'fine'] as const) {
      const restore = emulatePointer(pointer);
      try {
        const panel = await openPanelWithKey(reader, '?', 'svc-help');
        await Promise.all(panel.getAnimations().map(({ finished }) => finished));
        const [first] = panel.querySelectorAll('h3');
        expect(first?.textContent).to.equal(pointer === 'coarse' ? 'Gestures' : 'Turn pages');
        expect(panel.querySelector('details') !== null).to.equal(pointer === 'coarse');
        expect(panel.textContent?.includes('Touch and hold')).to.equal(pointer === 'coarse');
        await expect(reader).to.be.accessible();
        await closePanel(reader);
      } finally {
        restore();
      }
    }
  });
});
