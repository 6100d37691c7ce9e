import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { SettingsRequestEvent } from '../../src/controls/request-events.ts';
import type { SvcReader } from '../../src/svc-reader.ts';
import {
  arabic,
  english,
  frame,
  mount,
  next,
  numbered,
  open,
  press,
  stageOf,
  until,
  type ReaderOptions,
} from './fixtures/reader.ts';

const shown = (reader: SvcReader, control: string, selector: string) =>
  reader.shadowRoot?.querySelector(control)?.shadowRoot?.querySelector<HTMLElement>(selector) ??
  null;
const line = (reader: SvcReader, selector = '.go') => shown(reader, 'svc-way-line', selector);
const place = (reader: SvcReader) => reader.locator?.locations;

/** A reader whose features have all come: the last of them heard a key. */
async function ready(options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await open(options);
  await until(() => {
    press(reader, '?');
    return reader.shadowRoot?.querySelector('svc-help');
  }, 'the shortcuts');
  await closed(reader);
  return reader;
}

async function closed(reader: SvcReader): Promise<void> {
  press(reader, 'Escape');
  await until(() => !reader.shadowRoot?.querySelector('.panel, svc-help, svc-menu'), 'no panel');
}

async function panel(reader: SvcReader, key: string, control: string): Promise<HTMLElement> {
  press(reader, key);
  return until(() => shown(reader, control, '.panel'), control);
}

describe('the way back', () => {
  it('is offered after a jump, leads there, and goes', async () => {
    const reader = await ready({ book: numbered });
    press(reader, 'ArrowRight');
    const before = place(reader);
    const jumped = next(reader, 'svc-jump');
    reader.goTo({ section: 1, offset: 900 });
    const { from, to } = await jumped;
    expect(from).to.deep.equal({ section: 0, offset: before?.offset });
    expect(to).to.deep.equal({ section: 1, offset: 900 });
    const back = await until(() => line(reader), 'the line');
    expect(back.textContent?.trim()).to.equal('Back to Chapter 1');
    back.click();
    await until(() => place(reader)?.section === 0, 'the way back');
    expect(place(reader)?.offset).to.equal(before?.offset);
    await until(() => !line(reader), 'no line');
    expect(stageOf(reader).matches(':focus')).to.equal(true);
  });

  it('names the page within the same chapter', async () => {
    const reader = await ready({ book: numbered });
    press(reader, 'End');
    const back = await until(() => line(reader), 'the line');
    expect(back.textContent?.trim()).to.equal('Back to page 1');
  });

  it('is not offered after scrolling, however far, but after a jump in the strip', async () => {
    const reader = await ready({ book: numbered, mode: 'scroll' });
    const stage = stageOf(reader);
    let jumps = 0;
    reader.addEventListener('svc-jump', () => (jumps += 1));
    stage.scrollTop += stage.clientHeight * 4;
    await until(
      () => (place(reader)?.section ?? 0) > 0 || (place(reader)?.offset ?? 0) > 0,
      'there',
    );
    expect(jumps).to.equal(0);
    reader.goTo({ section: 3, offset: 0 });
    await until(() => line(reader), 'the line');
    expect(jumps).to.equal(1);
  });

  it('is not offered after the turn of a page, over a chapter’s edge neither', async () => {
    const reader = await ready({ book: numbered, start: '2' });
    press(reader, 'ArrowRight');
    await until(() => place(reader)?.section === 3, 'the next chapter');
    await frame();
    await frame();
    expect(line(reader)).to.equal(null);
  });

  it('goes when the person has read on', async () => {
    const reader = await ready({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await until(() => line(reader), 'the line');
    for (let turn = 0; turn < 3; turn++) press(reader, 'ArrowRight');
    await until(() => !line(reader), 'no line');
  });

  it('is Alt and the left arrow, and forward the right one', async () => {
    const reader = await ready({ book: numbered });
    reader.goTo({ section: 1, offset: 0 });
    await until(() => place(reader)?.section === 1, 'the jump');
    expect(press(reader, 'ArrowLeft', { altKey: true })).to.equal(false);
    await until(() => place(reader)?.section === 0, 'the way back');
    press(reader, 'ArrowRight', { altKey: true });
    await until(() => place(reader)?.section === 1, 'the way forward');
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
    const told = await until(
      () => (line(reader, '.told')?.textContent ? line(reader, '.told') : null),
      'the question',
    );
    expect(told.textContent).to.match(/^You read on to Chapter 2 \(\d+%\) on Ada’s phone\.$/);
    line(reader)?.click();
    await until(() => place(reader)?.section === 1, 'the place');
    expect(place(reader)?.offset).to.equal(400);
  });

  it('is not asked when the person is further on here, or the text there is another', async () => {
    const reader = await ready({ book: numbered, start: '1' });
    reader.resume = resume(0);
    await reader.updateComplete;
    reader.resume = resume(3, { href: 'other.xhtml' });
    await reader.updateComplete;
    await frame();
    expect(line(reader)).to.equal(null);
    reader.resume = resume(3);
    await until(() => line(reader), 'the question');
  });

  it('is not asked of what is no place, and reading goes on', async () => {
    const reader = await ready({ book: numbered });
    for (const broken of [{}, { locations: { section: '1', offset: -1 } }, 'a page']) {
      Reflect.set(reader, 'resume', broken);
      await reader.updateComplete;
    }
    press(reader, 'ArrowRight');
    reader.resume = resume(1);
    await until(() => line(reader), 'the question');
    expect(reader.shadowRoot?.querySelector('svc-notice')).to.equal(null);
  });

  it('can be declined', async () => {
    const reader = await ready({ book: numbered });
    reader.resume = resume(2);
    (await until(() => line(reader, '.close'), 'the question')).click();
    await until(() => !line(reader), 'no line');
    expect(place(reader)?.section).to.equal(0);
  });
});

describe('shortcuts', () => {
  it('open the contents, the menu and the help, and Escape closes them', async () => {
    const reader = await ready({ book: english });
    for (const [key, control] of [
      ['t', 'svc-contents'],
      ['m', 'svc-menu'],
      ['?', 'svc-help'],
    ] as const) {
      await panel(reader, key, control);
      await closed(reader);
    }
  });

  it('ask for a bookmark', async () => {
    const reader = await ready({ book: english });
    const asked = next(reader, 'svc-bookmark-request');
    press(reader, 'b');
    await asked;
  });

  it('and what is typed into a field are nobody else’s', async () => {
    const reader = await ready({ book: english });
    const heard: string[] = [];
    const hear = ({ key }: KeyboardEvent) => heard.push(key);
    document.addEventListener('keydown', hear);
    press(reader, 's');
    const field = await until(() => shown(reader, 'svc-search', 'input'), 'the search');
    field.focus();
    await sendKeys({ press: 'j' });
    press(reader, 'q');
    document.removeEventListener('keydown', hear);
    expect(heard.filter((key) => key.length === 1)).to.deep.equal(['q']);
  });

  it('leave letters to fields, and to keys that are held', async () => {
    const reader = await ready({ book: english });
    expect(press(reader, 't', { ctrlKey: true })).to.equal(true);
    press(reader, 't');
    const contents = await until(() => shown(reader, 'svc-contents', '.panel'), 'contents');
    contents.querySelector<HTMLElement>('[data-tab=pages]')?.click();
    const field = await until(() => shown(reader, 'svc-pages', 'input'), 'the field');
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
    const reader = await ready({ book: english });
    press(reader, '?');
    const box = await until(() => shown(reader, 'svc-help', 'input'), 'the switch');
    box.click();
    await closed(reader);
    expect(press(reader, 't')).to.equal(true);
  });

  it('are no more than the controls that there are', async () => {
    const reader = await ready({ book: english, controls: 'progress' });
    expect(press(reader, 't')).to.equal(true);
    expect(press(reader, 'm')).to.equal(true);
    reader.setAttribute('controls', 'none');
    expect(press(reader, '?')).to.equal(true);
    await reader.updateComplete;
    expect(reader.shadowRoot?.querySelector('svc-help')).to.equal(null);
  });

  it('are told with the arrows of the book’s own direction', async () => {
    const reader = await ready({ book: arabic });
    const help = await panel(reader, '?', 'svc-help');
    expect(help.querySelector('dd kbd')?.textContent).to.equal('←');
  });
});

describe('the menu', () => {
  it('is a menu: arrows, ends and letters move, and Tab leaves it', async () => {
    const reader = await ready({ book: english });
    await panel(reader, 'm', 'svc-menu');
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
    await until(() => items().length === 0, 'no menu');
    await frame();
    expect(shown(reader, 'svc-toolbar', '[data-panel=menu]')?.matches(':focus')).to.equal(true);
  });

  it('tells of the book, and how accessible it is', async () => {
    const reader = await ready({ book: english });
    await panel(reader, 'm', 'svc-menu');
    shown(reader, 'svc-menu', '[data-item=about]')?.click();
    const about = await until(() => shown(reader, 'svc-about', '.panel'), 'the book');
    const told = about.textContent?.replaceAll(/\s+/g, ' ') ?? '';
    for (const fact of [
      'Ada Writer',
      'Translator Theo Turner',
      'October 18, 1851',
      'This publication meets accepted accessibility standards',
      'Has alternative text',
      'No hazards',
    ]) {
      expect(told).to.include(fact);
    }
  });
});

describe('printed pages', () => {
  it('lead to their places, by their numbers or from the list', async () => {
    const reader = await ready({ book: english });
    const contents = await panel(reader, 't', 'svc-contents');
    contents.querySelector<HTMLElement>('[data-tab=pages]')?.click();
    const field = await until(() => shown(reader, 'svc-pages', 'input'), 'the field');
    if (!(field instanceof HTMLInputElement)) throw new Error('No field.');
    field.value = '999';
    field.form?.requestSubmit();
    await until(
      () => shown(reader, 'svc-pages', '[role=alert]')?.textContent === 'There is no page 999.',
      'the refusal',
    );
    field.value = ' V ';
    field.form?.requestSubmit();
    await until(() => !shown(reader, 'svc-pages', '.panel'), 'no panel');
    await until(() => place(reader)?.section === 1, 'the page');
  });
});

describe('the progress', () => {
  it('tells the place another way with each press, and remembers it', async () => {
    localStorage.clear();
    const reader = await open({ book: numbered, consent: '' });
    const told = () => shown(reader, 'svc-progress', '[part=told]');
    const ways: (string | undefined)[] = [];
    for (let press = 0; press < 4; press++) {
      ways.push(told()?.textContent?.trim());
      told()?.click();
      await reader.updateComplete;
      await frame();
    }
    expect(ways[0]).to.equal('0%');
    expect(ways[1]).to.match(/^Page 1 of \d+ in chapter$/);
    expect(ways[2]).to.match(/^\d+ pages left in chapter$/);
    expect(ways[3]).to.match(/^\d+ min left in chapter, \d+ min in book$/);
    told()?.click();
    await reader.updateComplete;
    reader.remove();
    const again = await open({ book: numbered, consent: '' });
    expect(shown(again, 'svc-progress', '[part=told]')?.dataset['reading']).to.equal('page');
    localStorage.clear();
  });

  it('tells a chapter’s last page as such, where it tells the pages that are left', async () => {
    const reader = await open({ book: numbered });
    const told = () => shown(reader, 'svc-progress', '[part=told]')?.textContent?.trim() ?? '';
    reader.shadowRoot
      ?.querySelector('svc-progress')
      ?.dispatchEvent(new SettingsRequestEvent({ reading: 'left' }));
    await until(() => told().endsWith('left in chapter'), 'the pages that are left');
    press(reader, 'End');
    const [, page, pages] = await until(() => /^Page (\d+) of (\d+)/.exec(told()), 'the page');
    expect(page).to.equal(pages);
  });

  it('shows where chapters begin, and what is where the slider is held', async () => {
    const reader = await open({ book: numbered });
    const progress = reader.shadowRoot?.querySelector('svc-progress');
    // The third is so short that the fourth has no room beside it.
    const ticks = () => progress?.shadowRoot?.querySelectorAll('.tick').length;
    await until(() => ticks() === 2, 'the chapters');
    const slider = shown(reader, 'svc-progress', 'input');
    if (!(slider instanceof HTMLInputElement)) throw new Error('No slider.');
    slider.value = '0.5';
    slider.dispatchEvent(new Event('input'));
    await progress?.updateComplete;
    const preview = shown(reader, 'svc-progress', '.preview');
    expect(preview?.textContent?.replaceAll(/\s+/g, ' ').trim()).to.equal('Chapter 250%');
    expect(place(reader)?.section).to.equal(0);
  });

  for (const [book, forward] of [
    [numbered, 'ArrowRight'],
    [arabic, 'ArrowLeft'],
  ] as const) {
    it(`goes with keys where the person lets go, in ${book}`, async () => {
      const reader = await open({ book });
      const slider = await until(() => shown(reader, 'svc-progress', 'input'), 'the slider');
      const key = (type: string, name: string) =>
        slider.dispatchEvent(new KeyboardEvent(type, { key: name, bubbles: true }));
      for (let time = 0; time < 5; time++) key('keydown', forward);
      expect(place(reader)?.offset).to.equal(0);
      key('keyup', forward);
      await until(() => (place(reader)?.totalProgression ?? 0) > 0, 'the place');
      expect(place(reader)?.totalProgression).to.be.within(0.03, 0.06);
    });
  }

  it('goes from chapter to chapter with the Page keys', async () => {
    const reader = await open({ book: numbered });
    const slider = await until(() => shown(reader, 'svc-progress', 'input'), 'the slider');
    for (const type of ['keydown', 'keydown', 'keyup']) {
      slider.dispatchEvent(new KeyboardEvent(type, { key: 'PageUp', bubbles: true }));
    }
    await until(() => place(reader)?.section === 2, 'the third chapter');
    expect(place(reader)?.offset).to.equal(0);
  });
});

describe('axe finds nothing', () => {
  for (const [key, control] of [
    ['m', 'svc-menu'],
    ['?', 'svc-help'],
  ] as const) {
    it(`in ${control}`, async () => {
      const reader = await ready({ book: english });
      const sheet = await panel(reader, key, control);
      await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
    });
  }

  it('in the book’s own page, the printed pages and the line above the page', async () => {
    const reader = await ready({ book: english });
    for (const name of ['about', 'pages'] as const) {
      const asked = Object.assign(new Event('svc-panel-request'), { panel: name });
      reader.dispatchEvent(asked);
      const sheet = await until(() => shown(reader, `svc-${name}`, '.panel'), name);
      await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
      await expect(reader).to.be.accessible();
    }
    await closed(reader);
    reader.goTo({ section: 3, offset: 0 });
    const sheet = await until(() => line(reader, '.line'), 'the line');
    await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
    await expect(reader).to.be.accessible();
  });
});
