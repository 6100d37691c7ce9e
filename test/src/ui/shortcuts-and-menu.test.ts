import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { SettingsRequestEvent } from '../../../src/events/request-events.ts';
import type { SvcReader } from '../../../src/svc-reader.ts';
import {
  arabic,
  english,
  nextFrame,
  mount,
  nextEvent,
  numbered,
  open,
  press,
  waitUntil,
} from '../fixtures/reader.ts';
import {
  closePanel,
  waitForToolbar,
  querySnackbar,
  openPanelWithKey,
  locationsOf,
  openWithFeatures,
  queryControl,
  panelTag,
} from '../fixtures/controls.ts';

describe('shortcuts', () => {
  it('open the contents, the menu and the help, and Escape closes them', async () => {
    const reader = await openWithFeatures({ book: english });
    for (const [key, control] of [
      ['t', 'svc-contents'],
      ['m', 'svc-menu'],
      ['?', 'svc-help'],
    ] as const) {
      await openPanelWithKey(reader, key, control);
      await closePanel(reader);
    }
  });

  it('request a bookmark', async () => {
    const reader = await openWithFeatures({ book: english });
    const asked = nextEvent(reader, 'svc-bookmark-request');
    press(reader, 'b');
    await asked;
  });

  it('do not reach the host page, and neither does text typed into a field', async () => {
    const reader = await openWithFeatures({ book: english });
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', hear);
    press(reader, 's');
    const field = await waitUntil(() => queryControl(reader, 'svc-search', 'input'), 'the search');
    field.focus();
    await sendKeys({ press: 'j' });
    press(reader, 'q');
    document.removeEventListener('keydown', hear);
    expect(heard.filter((key) => key.length === 1)).to.deep.equal(['q']);
  });

  it('open panels again after the search field had the focus', async () => {
    const reader = await openWithFeatures({ book: english });
    press(reader, 's');
    await waitUntil(() => queryControl(reader, 'svc-search', 'input:focus'), 'the search');
    await openPanelWithKey(reader, 't', 'svc-contents');
  });

  it('work as soon as the controls are shown', async () => {
    const reader = await mount({ book: english });
    await waitForToolbar(reader);
    expect(press(reader, 't')).to.equal(false);
    await waitUntil(() => queryControl(reader, 'svc-contents', '.panel'), 'contents');
  });

  it('ignore letters in text fields and with modifier keys', async () => {
    const reader = await openWithFeatures({ book: english });
    expect(press(reader, 't', { ctrlKey: true })).to.equal(true);
    press(reader, 't');
    const contents = await waitUntil(
      () => queryControl(reader, 'svc-contents', '.panel'),
      'contents',
    );
    contents.querySelector<HTMLElement>('[data-tab=pages]')?.click();
    const field = await waitUntil(
      () => queryControl(reader, 'svc-page-list', 'input'),
      'the field',
    );
    const typed = new KeyboardEvent('keydown', {
      key: 'm',
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    expect(field.dispatchEvent(typed)).to.equal(true);
    await reader.updateComplete;
    expect(reader.shadowRoot?.querySelector('svc-menu')).to.equal(null);
  });

  it('can be turned off', async () => {
    const reader = await openWithFeatures({ book: english });
    press(reader, '?');
    const box = await waitUntil(() => queryControl(reader, 'svc-help', 'input'), 'the switch');
    box.click();
    await closePanel(reader);
    expect(press(reader, 't')).to.equal(true);
  });

  it('only exist for visible controls', async () => {
    const reader = await openWithFeatures({ book: english, controls: 'progress' });
    expect(press(reader, 't')).to.equal(true);
    expect(press(reader, 'm')).to.equal(true);
    reader.setAttribute('controls', 'none');
    expect(press(reader, '?')).to.equal(true);
    await reader.updateComplete;
    expect(reader.shadowRoot?.querySelector('svc-help')).to.equal(null);
  });

  it('are listed with the arrows of the book’s direction', async () => {
    const reader = await openWithFeatures({ book: arabic });
    const help = await openPanelWithKey(reader, '?', 'svc-help');
    expect(help.querySelector('dd kbd')?.textContent).to.equal('←');
  });

  it('are listed without side taps and swipes in scroll mode', async () => {
    const reader = await openWithFeatures({ book: english, mode: 'scroll' });
    const help = await openPanelWithKey(reader, '?', 'svc-help');
    const text = () => help.querySelector('.body')?.textContent ?? '';
    expect(help.querySelector('dd kbd')?.textContent).to.equal('Space');
    expect(text()).to.include('Tap the middle').and.not.include('swipe');
  });
});

describe('the menu', () => {
  it('works as a menu in which arrows, ends and letters move, and Tab leaves it', async () => {
    const reader = await openWithFeatures({ book: english });
    await openPanelWithKey(reader, 'm', 'svc-menu');
    const items = () => [
      ...(reader.shadowRoot
        ?.querySelector('svc-menu')
        ?.shadowRoot?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
    ];
    const focused = () => items().findIndex((one) => one.matches(':focus'));
    expect(focused()).to.equal(0);
    await sendKeys({ press: 'End' });
    expect(focused()).to.equal(items().length - 1);
    await sendKeys({ press: 'a' });
    expect(items()[focused()]?.dataset['item']).to.equal('about');
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => items().length === 0, 'no menu');
    await nextFrame();
    expect(queryControl(reader, 'svc-toolbar', '[data-panel=menu]')?.matches(':focus')).to.equal(
      true,
    );
  });

  it('shows the metadata and accessibility of the book', async () => {
    const reader = await openWithFeatures({ book: english });
    await openPanelWithKey(reader, 'm', 'svc-menu');
    queryControl(reader, 'svc-menu', '[data-item=about]')?.click();
    const about = await waitUntil(() => queryControl(reader, 'svc-about', '.panel'), 'the book');
    await waitUntil(() => about.querySelector('h5'), 'the accessibility statement');
    const text = about.textContent?.replaceAll(/\s+/g, ' ') ?? '';
    for (const fact of [
      'Ada Writer',
      'Translator Theo Turner',
      'October 18, 1851',
      'This publication claims to meet EPUB Accessibility 1.1 WCAG 2.1 Level AA',
      'Has alternative text descriptions for images',
      'The publication contains no hazards',
    ]) {
      expect(text).to.include(fact);
    }
  });
});

describe('printed pages', () => {
  it('can be opened by number or from the list', async () => {
    const reader = await openWithFeatures({ book: english });
    const contents = await openPanelWithKey(reader, 't', 'svc-contents');
    contents.querySelector<HTMLElement>('[data-tab=pages]')?.click();
    const field = await waitUntil(
      () => queryControl(reader, 'svc-page-list', 'input'),
      'the field',
    );
    const parts =
      queryControl(reader, 'svc-page-list', '.landmarks')?.querySelectorAll('button') ?? [];
    expect([...parts].map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Cover',
      'Index',
    ]);
    if (!(field instanceof HTMLInputElement)) throw new Error('No field.');
    field.value = '999';
    field.form?.requestSubmit();
    await waitUntil(
      () =>
        queryControl(reader, 'svc-page-list', '[role=alert]')?.textContent ===
        'Page 999 not found.',
      'the refusal',
    );
    field.value = ' V ';
    field.form?.requestSubmit();
    await waitUntil(() => !queryControl(reader, 'svc-page-list', '.panel'), 'no panel');
    await waitUntil(() => locationsOf(reader)?.section === 1, 'the page');
  });
});

describe('the progress', () => {
  it('cycles through the position displays and saves the choice', async () => {
    localStorage.clear();
    const reader = await open({ book: numbered, consent: '' });
    const text = () => queryControl(reader, 'svc-progress', '[part=told]');
    const ways: (string | undefined)[] = [];
    for (let press = 0; press < 4; press++) {
      ways.push(text()?.textContent?.trim());
      text()?.click();
      await reader.updateComplete;
      await nextFrame();
    }
    expect(ways[0]).to.equal('0%');
    expect(ways[1]).to.match(/^Page 1 of \d+ in chapter$/);
    expect(ways[2]).to.match(/^\d+ pages left in chapter$/);
    expect(ways[3]).to.match(/^\d+ min left in chapter, \d+ min in book$/);
    text()?.click();
    await reader.updateComplete;
    reader.remove();
    const again = await open({ book: numbered, consent: '' });
    expect(queryControl(again, 'svc-progress', '[part=told]')?.dataset['reading']).to.equal('page');
    localStorage.clear();
  });

  it('shows the page number on the last page of a chapter when it shows the pages left', async () => {
    const reader = await open({ book: numbered });
    const text = () =>
      queryControl(reader, 'svc-progress', '[part=told]')?.textContent?.trim() ?? '';
    reader.shadowRoot
      ?.querySelector('svc-progress')
      ?.dispatchEvent(new SettingsRequestEvent({ reading: 'left' }));
    await waitUntil(() => text().endsWith('left in chapter'), 'the pages that are left');
    press(reader, 'End');
    const [, page, pages] = await waitUntil(() => /^Page (\d+) of (\d+)/.exec(text()), 'the page');
    expect(page).to.equal(pages);
  });

  it('shows the chapter starts and a preview of the slider’s position', async () => {
    const reader = await open({ book: numbered });
    const progress = reader.shadowRoot?.querySelector('svc-progress');
    // The third chapter is so short that the tick of the fourth chapter does not fit.
    const ticks = () => progress?.shadowRoot?.querySelectorAll('.tick').length;
    await waitUntil(() => ticks() === 2, 'the chapters');
    const slider = queryControl(reader, 'svc-progress', 'input');
    if (!(slider instanceof HTMLInputElement)) throw new Error('No slider.');
    slider.value = '0.5';
    slider.dispatchEvent(new Event('input'));
    await progress?.updateComplete;
    const preview = queryControl(reader, 'svc-progress', '.preview');
    expect(preview?.textContent?.replaceAll(/\s+/g, ' ').trim()).to.equal('Chapter 250%');
    expect(locationsOf(reader)?.section).to.equal(0);
  });

  const isHeld = (reader: SvcReader) => Boolean(queryControl(reader, 'svc-progress', '.preview'));

  async function held(to: number): Promise<{
    reader: SvcReader;
    slider: HTMLInputElement;
    put: (value: number) => void;
    end: (type: string) => Promise<void>;
  }> {
    const reader = await open({ book: numbered });
    const progress = reader.shadowRoot?.querySelector('svc-progress');
    const slider = await waitUntil(
      () => queryControl(reader, 'svc-progress', 'input'),
      'the slider',
    );
    if (!(slider instanceof HTMLInputElement)) throw new Error('No slider.');
    const put = (value: number) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const end = async (type: string) => {
      slider.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      await progress?.updateComplete;
    };
    put(to);
    await progress?.updateComplete;
    return { reader, slider, put, end };
  }

  it('stays at the page when the touch is canceled or becomes a scroll', async () => {
    const { reader, slider, end } = await held(0.6);
    await end('pointercancel');
    expect(isHeld(reader)).to.equal(false);
    expect(slider.valueAsNumber).to.equal(0);
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await nextFrame();
    expect(locationsOf(reader)?.totalProgression).to.equal(0);
  });

  it('follows the page again after a return to its position', async () => {
    const { reader, put, end } = await held(0.6);
    let jumps = 0;
    reader.addEventListener('svc-jump', () => (jumps += 1));
    put(0);
    await end('pointerup');
    expect(isHeld(reader)).to.equal(false);
    expect(jumps).to.equal(0);
  });

  for (const type of ['pointerup', 'click']) {
    it(`goes to the release position with only a ${type} event`, async () => {
      const { reader, end } = await held(0.6);
      await end(type);
      await waitUntil(() => locationsOf(reader)?.section === 1, 'the place');
      expect(locationsOf(reader)?.totalProgression).to.be.closeTo(0.6, 0.02);
      expect(isHeld(reader)).to.equal(false);
    });
  }

  for (const [book, forward] of [
    [numbered, 'ArrowRight'],
    [arabic, 'ArrowLeft'],
  ] as const) {
    it(`goes to the position when the key is released, in ${book}`, async () => {
      const reader = await open({ book });
      const slider = await waitUntil(
        () => queryControl(reader, 'svc-progress', 'input'),
        'the slider',
      );
      const key = (type: string, name: string) =>
        slider.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true }));
      for (let time = 0; time < 5; time++) key('keydown', forward);
      expect(locationsOf(reader)?.offset).to.equal(0);
      key('keyup', forward);
      await waitUntil(() => (locationsOf(reader)?.totalProgression ?? 0) > 0, 'the place');
      expect(locationsOf(reader)?.totalProgression).to.be.within(0.03, 0.06);
    });
  }

  it('moves between chapters with the Page keys', async () => {
    const reader = await open({ book: numbered });
    const slider = await waitUntil(
      () => queryControl(reader, 'svc-progress', 'input'),
      'the slider',
    );
    for (const type of ['keydown', 'keydown', 'keyup']) {
      slider.dispatchEvent(new KeyboardEvent(type, { key: 'PageUp', bubbles: true }));
    }
    await waitUntil(() => locationsOf(reader)?.section === 2, 'the third chapter');
    expect(locationsOf(reader)?.offset).to.equal(0);
  });
});

describe('axe reports no violations', () => {
  for (const [key, control] of [
    ['m', 'svc-menu'],
    ['?', 'svc-help'],
  ] as const) {
    it(`in ${control}`, async () => {
      const reader = await openWithFeatures({ book: english });
      const sheet = await openPanelWithKey(reader, key, control);
      await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
    });
  }

  it('in the about panel, the printed pages and the prompt above the page', async () => {
    const reader = await openWithFeatures({ book: english });
    for (const name of ['about', 'pages'] as const) {
      reader.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel: name }));
      const sheet = await waitUntil(() => queryControl(reader, panelTag(name), '.panel'), name);
      await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
    }
    await closePanel(reader);
    reader.goTo({ section: 3, offset: 0 });
    const sheet = await waitUntil(() => querySnackbar(reader, '.line'), 'the line');
    await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
    await expect(reader).to.be.accessible();
  });
});
