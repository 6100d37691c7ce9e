import { expect } from '@open-wc/testing';
import { PanelRequestEvent, type RequestedPanel } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { english, open, pageOf, waitUntil } from '../fixtures/reader.ts';
import { panelTag } from '../fixtures/controls.ts';

async function breaksIn(reader: SvcReader, panel: RequestedPanel, selector: string) {
  pageOf(reader).dispatchEvent(new PanelRequestEvent(panel));
  const control = () => reader.shadowRoot?.querySelector(panelTag(panel))?.shadowRoot;
  const found = await waitUntil(
    () => control()?.querySelector(selector),
    `${selector} of ${panel}`,
  );
  return getComputedStyle(found).wordBreak;
}

describe('Korean text', () => {
  it('breaks between words in the controls and is unchanged in the book', async () => {
    const reader = await open({ book: english, locale: 'ko' });
    expect(await breaksIn(reader, 'help', 'h2')).to.equal('keep-all');
    expect(await breaksIn(reader, 'contents', 'h2')).to.equal('keep-all');
    expect(await breaksIn(reader, 'contents', '.entry')).to.equal('normal');
  });

  it('does not affect other languages', async () => {
    const reader = await open({ book: english, locale: 'ja' });
    expect(await breaksIn(reader, 'help', 'h2')).to.equal('normal');
  });
});
