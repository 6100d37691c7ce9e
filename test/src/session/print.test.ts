import { expect } from '@open-wc/testing';
import { PanelRequestEvent } from '../../../src/events/request-events.ts';
import { emulateMediaOrSkip } from '../fixtures/emulate-media.ts';
import { english, nextFrame, open, pageOf, press, waitUntil } from '../fixtures/reader.ts';
import { comic } from '../fixtures/rich-books.ts';

describe('printing', () => {
  afterEach(async () => {
    const { emulateMedia } = await import('@web/test-runner-commands');
    await emulateMedia({ media: 'screen' }).catch(() => {});
  });

  for (const mode of ['pages', 'scroll'] as const) {
    it(`prints only the whole section on screen, in the page flow (${mode})`, async function () {
      const reader = await open({ book: english, start: '2' });
      if (mode === 'scroll') {
        const { SettingsRequestEvent } = await import('../../../src/events/request-events.ts');
        reader.dispatchEvent(new SettingsRequestEvent({ mode }));
        await waitUntil(() => pageOf(reader).rendition?.mode === mode, 'scroll mode');
      } else press(reader, 'ArrowRight');
      await waitUntil(
        () => pageOf(reader).shadowRoot?.querySelector('[data-printed]'),
        'the section',
      );
      await emulateMediaOrSkip(this, { media: 'print' });
      await nextFrame();
      const leaf = pageOf(reader).shadowRoot?.querySelector('[data-printed]')?.shadowRoot;
      expect(leaf?.querySelector('h2')?.textContent).to.equal('The Carpet-Bag');
      const outside = reader.getBoundingClientRect();
      expect(outside.height).to.be.greaterThan(1500);
      const sheet = leaf?.querySelector('.sheet')?.getBoundingClientRect();
      const heading = leaf?.querySelector('h2')?.getBoundingClientRect();
      expect((sheet?.top ?? 0) - outside.top, 'space before the section').to.be.below(100);
      expect((heading?.top ?? 0) - outside.top, 'space before the heading').to.be.below(150);
      const paragraphs = [...(leaf?.querySelectorAll('p') ?? [])];
      const lefts = new Set(paragraphs.map((one) => Math.round(one.getBoundingClientRect().left)));
      expect(lefts.size).to.equal(1);
      for (const one of paragraphs) {
        const rect = one.getBoundingClientRect();
        expect(rect.width).to.be.greaterThan(200);
        expect(rect.top).to.be.at.least(outside.top - 1);
        expect(rect.bottom).to.be.at.most(outside.bottom + 1);
      }
      const [first] = paragraphs;
      expect(first && getComputedStyle(first).color).to.equal('rgb(0, 0, 0)');
      const shown = [...(pageOf(reader).shadowRoot?.querySelectorAll('.leaf') ?? [])].filter(
        (leaf) => leaf.checkVisibility(),
      );
      expect(shown.length).to.equal(1);
      expect(reader.shadowRoot?.querySelector('svc-toolbar')?.checkVisibility()).to.equal(false);
      expect(reader.shadowRoot?.querySelector('svc-progress')?.checkVisibility()).to.equal(false);
    });
  }

  it('prints both pages of a fixed-layout spread as on screen', async function () {
    const reader = await open({ book: comic, width: 1000, height: 600 });
    const seen = () =>
      [...(pageOf(reader).shadowRoot?.querySelectorAll('.leaf') ?? [])].flatMap((leaf) => {
        const sheet = leaf.shadowRoot?.querySelector('.sheet');
        if (!sheet?.checkVisibility({ visibilityProperty: true })) return [];
        const { left, width, height } = sheet.getBoundingClientRect();
        const page = sheet.querySelector('.to')?.textContent ?? '';
        return [{ page, left: Math.round(left), size: Math.round(width * height) }];
      });
    const inOrder = () => seen().toSorted((one, other) => one.left - other.left);
    reader.next();
    await waitUntil(() => seen().length === 2, 'the spread');
    const onScreen = inOrder();
    await waitUntil(
      () => pageOf(reader).shadowRoot?.querySelector('[data-printed=fixed] > .leaf'),
      'the section',
    );
    await emulateMediaOrSkip(this, { media: 'print' });
    await nextFrame();
    expect(inOrder()).to.deep.equal(onScreen);
    expect(reader.getBoundingClientRect().height).to.be.greaterThan(400);
  });

  it('starts from the menu after the menu has closed', async () => {
    const reader = await open({ book: english, start: '2' });
    await waitUntil(
      () => pageOf(reader).shadowRoot?.querySelector('[data-printed]'),
      'the section',
    );
    const { print } = window;
    const printed = new Promise<boolean>((resolve) => {
      window.print = () => resolve(reader.shadowRoot?.querySelector('svc-menu') === null);
    });
    pageOf(reader).dispatchEvent(new PanelRequestEvent('menu'));
    const item = await waitUntil(
      () =>
        reader.shadowRoot
          ?.querySelector('svc-menu')
          ?.shadowRoot?.querySelector<HTMLElement>('[data-item=print]'),
      'the line',
    );
    item.click();
    expect(await printed).to.equal(true);
    window.print = print;
  });
});
