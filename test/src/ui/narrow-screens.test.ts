import { expect } from '@open-wc/testing';
import {
  BookmarkRequestEvent,
  PanelRequestEvent,
  type RequestedPanel,
} from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { english, open, pageOf, waitUntil } from '../fixtures/reader.ts';
import { panelTag } from '../fixtures/controls.ts';

async function found(reader: SvcReader, panel: RequestedPanel, selector: string) {
  pageOf(reader).dispatchEvent(new PanelRequestEvent(panel));
  const all = () =>
    reader.shadowRoot?.querySelector(panelTag(panel))?.shadowRoot?.querySelectorAll(selector);
  return [...(await waitUntil(() => (all()?.length ? all() : null), `${selector} of ${panel}`))];
}

/** Number of lines in an element's text. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}

describe('on a phone', () => {
  it('the names of themes do not break within a word', async () => {
    const reader = await open({ book: english, locale: 'es', width: 320 });
    const names = await found(reader, 'settings', '.theme .label');
    const words = names.filter((name) => !name.textContent.trim().includes(' '));
    expect(words.length).to.be.greaterThan(3);
    for (const word of words) expect(linesOf(word), word.textContent).to.equal(1);
  });

  for (const width of [320, 390, 900]) {
    it(`the name of a typeface fits in that typeface, ${width} px wide`, async () => {
      const file =
        '/node_modules/@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2';
      const face = new FontFace('svc name OpenDyslexic', `url(${file})`);
      document.fonts.add(await face.load());
      const reader = await open({ book: english, width });
      const names = await found(reader, 'settings', '.font .label');
      const name = names.find(({ textContent }) => textContent.trim() === 'OpenDyslexic');
      name?.closest('label')?.click();
      await waitUntil(() => name?.closest('label')?.querySelector(':checked'), 'the choice');
      expect(name && linesOf(name)).to.equal(1);
      document.fonts.delete(face);
    });
  }

  it('all annotation filters fit on a very narrow screen', async () => {
    const reader = await open({ book: english, locale: 'pl', width: 300 });
    const marks = () => reader.shadowRoot?.querySelector('svc-annotation-layer')?.shadowRoot;
    await waitUntil(marks, 'marks');
    pageOf(reader).dispatchEvent(new BookmarkRequestEvent());
    await waitUntil(() => marks()?.querySelector('.ribbon'), 'the bookmark');
    for (const kind of await found(reader, 'marks', '.segments label')) {
      const edge = kind.closest('.panel')?.getBoundingClientRect().right;
      expect(kind.getBoundingClientRect().right, kind.textContent).to.be.at.most(edge ?? 0);
    }
  });

  for (const width of [160, 190, 230]) {
    it(`no buttons of the toolbar overlap or leave it, ${width} px wide`, async () => {
      const reader = await open({ book: english, width });
      const toolbar = () => reader.shadowRoot?.querySelector('svc-toolbar');
      const buttons = () => toolbar()?.shadowRoot?.querySelectorAll('button') ?? [];
      await waitUntil(() => buttons().length >= 5, 'the buttons');
      const shown = [...buttons()].map((button) => button.getBoundingClientRect());
      const boxes = shown.filter((box) => box.width > 0);
      const edge = toolbar()?.getBoundingClientRect().right ?? 0;
      let left = 0;
      for (const box of boxes) {
        expect(box.left).to.be.at.least(left - 0.5);
        expect(box.width).to.be.at.least(24);
        left = box.right;
      }
      expect(left).to.be.at.most(edge + 0.5);
    });
  }
});
