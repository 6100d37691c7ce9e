import { expect } from '@open-wc/testing';
import {
  arabic,
  english,
  japanese,
  mount,
  open,
  press,
  scrollerOf,
  stageOf,
  waitUntil,
} from './fixtures/reader.ts';
import { panelTag } from './fixtures/controls.ts';

describe('axe reports no violations', () => {
  for (const theme of ['light', 'dark', 'sepia', 'contrast']) {
    it(`on a page, ${theme}`, async () => {
      const reader = await open({ book: english, start: '2', theme });
      press(reader, 'End');
      await expect(reader).to.be.accessible();
    });

    for (const panel of ['contents', 'settings'] as const) {
      it(`in the ${panel}, ${theme}`, async () => {
        const reader = await open({ book: english, start: '2', theme });
        const toolbar = await waitUntil(
          () => reader.shadowRoot?.querySelector('svc-toolbar'),
          'toolbar',
        );
        toolbar.shadowRoot?.querySelector<HTMLElement>(`[data-panel=${panel}]`)?.click();
        const sheet = await waitUntil(
          () =>
            reader.shadowRoot?.querySelector(panelTag(panel))?.shadowRoot?.querySelector('.panel'),
          'the panel',
        );
        for (const details of sheet.querySelectorAll('details')) details.open = true;
        await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
        await expect(reader).to.be.accessible();
      });
    }

    it(`in a notice, ${theme}`, async () => {
      const reader = await mount({ key: 'quota', theme });
      await waitUntil(
        () => reader.shadowRoot?.querySelector('svc-notice')?.shadowRoot?.querySelector('button'),
        'a notice',
      );
      await expect(reader).to.be.accessible();
    });
  }

  for (const book of [arabic, japanese]) {
    it(`in ${book}`, async () => {
      await expect(await open({ book })).to.be.accessible();
    });
  }

  it('in wide tables and code', async () => {
    const reader = await open({ book: english, start: '3' });
    press(reader, 'ArrowRight');
    const named = () =>
      scrollerOf(reader)
        .querySelector('.svc-scroll-box')
        ?.shadowRoot?.querySelector('.svc-enlarge[aria-label]');
    await waitUntil(named, 'what opens the boxes large');
    await expect(reader).to.be.accessible();
  });
});

describe('the pages', () => {
  it('are one named region with a hint and a single tab stop', async () => {
    const reader = await open({ book: english });
    const stage = stageOf(reader);
    expect(stage.getAttribute('role')).to.equal('region');
    expect(stage.getAttribute('aria-label')).to.equal('Pages of Moby-Dick; or, The Whale');
    expect(stage.tabIndex).to.equal(0);
    reader.focus();
    expect(stage.matches(':focus')).to.equal(true);
  });

  it('keep focus when a page turn crosses a chapter boundary', async () => {
    const reader = await open({ book: english, start: '1' });
    reader.focus();
    press(reader, 'End');
    press(reader, 'ArrowRight');
    await waitUntil(() => reader.locator?.locations.section === 2, 'the next chapter');
    expect(stageOf(reader).matches(':focus')).to.equal(true);
  });

  it('hide the adjacent sections from screen readers and from the Tab key', async () => {
    const reader = await open({ book: english, start: '1' });
    const leaves = await waitUntil(() => {
      const found = [...stageOf(reader).querySelectorAll<HTMLElement>('.leaf')];
      return found.length === 3 ? found : null;
    }, 'both neighbours');
    const reachable = leaves.filter(({ shadowRoot }) => {
      const text = shadowRoot?.querySelector<HTMLElement>('p');
      text?.setAttribute('tabindex', '-1');
      text?.focus({ preventScroll: true });
      return (
        shadowRoot?.activeElement === text && text?.checkVisibility({ visibilityProperty: true })
      );
    });
    expect(reachable.length).to.equal(1);
  });
});
