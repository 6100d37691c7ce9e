import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { emulateMediaOrSkip } from '../fixtures/emulate-media.ts';
import {
  arabic,
  english,
  nextFrame,
  nextEvent,
  numbered,
  open,
  press,
  waitUntil,
  visibleText,
} from '../fixtures/reader.ts';

type ControlName = 'svc-toolbar' | 'svc-progress' | 'svc-contents' | 'svc-settings';

function find(reader: SvcReader, name: ControlName, selector: string): HTMLElement | null {
  const control = reader.shadowRoot?.querySelector(name);
  return control?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
}

async function opened(reader: SvcReader, panel: 'contents' | 'settings'): Promise<HTMLElement> {
  const button = await waitUntil(
    () => find(reader, 'svc-toolbar', `[data-panel=${panel}]`),
    'the button',
  );
  button.focus();
  button.click();
  return waitUntil(() => find(reader, `svc-${panel}`, '.panel'), 'the panel');
}

const background = (reader: SvcReader) =>
  getComputedStyle(reader).getPropertyValue('--svc-background');

describe('the table of contents', () => {
  it('opens with the current entry marked and focused', async () => {
    const reader = await open({ book: english, start: '2' });
    await opened(reader, 'contents');
    const current = find(reader, 'svc-contents', '.entry[aria-current]');
    expect(current?.querySelector('.title')?.textContent).to.equal('The Carpet-Bag');
    expect(current?.matches(':focus')).to.equal(true);
  });

  it('is nested as in the book, with headings that are not links', async () => {
    const reader = await open({ book: english });
    const panel = await opened(reader, 'contents');
    const entries = [...panel.querySelectorAll('nav > ol > li')];
    expect(
      entries.map((entry) => (entry.querySelector('.title, span') ?? entry).textContent?.trim()),
    ).to.deep.equal(['Cover', 'Part one', 'Part two']);
    expect(entries[1]?.querySelectorAll(':scope > ol button').length).to.equal(2);
    expect(entries[2]?.firstElementChild?.localName).to.equal('span');
  });

  it('goes to the chosen chapter, closes, and focuses the page', async () => {
    const reader = await open({ book: english });
    const panel = await opened(reader, 'contents');
    [...panel.querySelectorAll('button')]
      .find(({ textContent }) => textContent?.includes('The Carpet-Bag'))
      ?.click();
    await waitUntil(() => reader.locator?.locations.section === 2, 'the chapter');
    await reader.updateComplete;
    await nextFrame();
    expect(find(reader, 'svc-contents', '.panel')).to.equal(null);
    expect(reader.shadowRoot?.activeElement?.localName).to.equal('svc-page');
    expect(find(reader, 'svc-toolbar', '[part=title]')?.textContent).to.equal('The Carpet-Bag');
  });

  it('closes with Escape without propagating the key', async () => {
    const reader = await open({ book: english });
    const panel = await opened(reader, 'contents');
    let heard = 0;
    const listen = () => (heard += 1);
    document.body.addEventListener('keydown', listen);
    panel.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
    await reader.updateComplete;
    expect(find(reader, 'svc-contents', '.panel')).to.equal(null);
    expect(heard).to.equal(0);
    document.body.removeEventListener('keydown', listen);
  });

  it('traps focus while it is open', async () => {
    const reader = await open({ book: english });
    await opened(reader, 'contents');
    const inert = [...(reader.shadowRoot?.querySelectorAll('.bar, .stage') ?? [])].map((one) =>
      one.hasAttribute('inert'),
    );
    expect(inert).to.deep.equal([true, true, true]);
  });
});

describe('the progress', () => {
  it('shows page, percentage and position, and announces them to screen readers', async () => {
    const reader = await open({ book: numbered });
    press(reader, 'ArrowRight');
    await reader.updateComplete;
    const slider = await waitUntil(() => find(reader, 'svc-progress', 'input'), 'the slider');
    await nextFrame();
    expect(find(reader, 'svc-progress', '[part=told]')?.textContent?.trim()).to.match(/^\d+%$/);
    expect(slider.getAttribute('aria-valuetext')).to.match(/^\d+%, Position 1 of \d+$/);
    expect(slider.getAttribute('aria-label')).to.equal('Reading progress');
  });

  it('is 100% on the last page, where the next button is disabled', async () => {
    const reader = await open({ book: numbered });
    press(reader, 'End', { ctrlKey: true });
    await waitUntil(() => reader.locator?.locations.section === 3, 'the end');
    await waitUntil(
      () => find(reader, 'svc-progress', '[part=told]')?.textContent?.trim() === '100%',
      '100 %',
    );
    expect(
      find(reader, 'svc-progress', '[aria-label="Next page"]')?.hasAttribute('disabled'),
    ).to.equal(true);
  });

  it('goes to the position chosen on the slider', async () => {
    const reader = await open({ book: numbered });
    const slider = find(reader, 'svc-progress', 'input');
    if (!(slider instanceof HTMLInputElement)) throw new Error('No slider.');
    slider.value = '0.6';
    slider.dispatchEvent(new Event('input'));
    slider.dispatchEvent(new Event('change'));
    await waitUntil(() => reader.locator?.locations.section === 1, 'the place');
    expect(reader.locator?.locations.totalProgression).to.be.closeTo(0.6, 0.02);
  });

  it('turns pages with its buttons', async () => {
    const reader = await open({ book: numbered });
    find(reader, 'svc-progress', '[aria-label="Next page"]')?.click();
    expect(reader.locator?.locations.offset).to.be.greaterThan(0);
    await reader.updateComplete;
    await nextFrame();
    find(reader, 'svc-progress', '[aria-label="Previous page"]')?.click();
    expect(reader.locator?.locations.offset).to.equal(0);
  });

  it('has a position button that can be pressed anywhere, even on a phone', async () => {
    const reader = await open({ width: 390, height: 500 });
    const button = find(reader, 'svc-progress', '.position');
    const { left, width, top, bottom } = button?.getBoundingClientRect() ?? new DOMRect();
    expect(bottom - top).to.be.at.least(24);
    const root = button?.getRootNode();
    for (const y of [top + 1, bottom - 1]) {
      const met = root instanceof ShadowRoot ? root.elementFromPoint(left + width / 2, y) : null;
      expect(button?.contains(met), met?.localName).to.equal(true);
    }
  });

  it('runs from right to left in a right-to-left book', async () => {
    const reader = await open({ book: arabic });
    expect(find(reader, 'svc-progress', '.row')?.dir).to.equal('rtl');
  });
});

describe('the appearance', () => {
  it('enlarges the text in steps', async () => {
    const reader = await open({ book: numbered });
    const panel = await opened(reader, 'settings');
    const text = visibleText(reader);
    const changed = nextEvent(reader, 'svc-page-change');
    panel.querySelector<HTMLElement>('[aria-label="Larger text"]')?.click();
    await changed;
    expect(visibleText(reader).length).to.be.lessThan(text.length);
    expect(panel.querySelector('output')?.textContent).to.equal('110%');
  });

  it('changes the theme and saves it', async () => {
    localStorage.clear();
    const reader = await open({ book: numbered, consent: '' });
    const panel = await opened(reader, 'settings');
    const [, dark] = panel.querySelectorAll<HTMLInputElement>('[name=theme]');
    dark?.click();
    await reader.updateComplete;
    expect(background(reader)).to.equal('#17181a');
    reader.remove();
    expect(background(await open({ book: numbered, consent: '' }))).to.equal('#17181a');
    localStorage.clear();
  });

  it('follows the system theme, even when it changes', async function () {
    await emulateMediaOrSkip(this, { colorScheme: 'dark' });
    const reader = await open({ book: numbered, theme: 'system' });
    expect(background(reader)).to.equal('#17181a');
    await emulateMediaOrSkip(this, { colorScheme: 'light' });
    await waitUntil(() => background(reader) === '#fffefb', 'the light theme');
  });

  it('adapts the book’s colors to the theme and keeps them distinct from the background', async () => {
    const reader = await open({ book: english, start: '2', theme: 'light' });
    const colours = new Set<string>();
    for (const theme of ['light', 'dark', 'sepia']) {
      reader.theme = theme;
      await reader.updateComplete;
      colours.add(background(reader));
    }
    expect(colours.size).to.equal(3);
  });

  it('shows one column if the user chose one', async () => {
    const reader = await open({ book: numbered, width: 1200, height: 700 });
    const panel = await opened(reader, 'settings');
    const text = visibleText(reader);
    const changed = nextEvent(reader, 'svc-page-change');
    panel.querySelectorAll<HTMLInputElement>('[name=columns]')[1]?.click();
    await changed;
    expect(visibleText(reader).length).to.be.lessThan(text.length);
  });
});

describe('messages', () => {
  it('are German in a German locale', async () => {
    const reader = await open({ book: numbered, locale: 'de' });
    expect(find(reader, 'svc-toolbar', '[aria-label=Inhalt]')).not.to.equal(null);
    expect(find(reader, 'svc-progress', '[aria-label="Nächste Seite"]')).not.to.equal(null);
  });

  it('follow the page’s language and default to English', async () => {
    document.documentElement.lang = 'de';
    const german = await open({ book: numbered, locale: '' });
    expect(find(german, 'svc-toolbar', '[aria-label=Inhalt]')).not.to.equal(null);
    document.documentElement.lang = 'en';
    const other = await open({ book: numbered, locale: 'eo' });
    expect(find(other, 'svc-toolbar', '[aria-label=Contents]')).not.to.equal(null);
  });

  it('announce the page and any new chapter to screen readers', async () => {
    const reader = await open({ book: numbered });
    const status = () => reader.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    press(reader, 'ArrowRight');
    await waitUntil(() => /^Chapter 1\. Page 2 of \d+\. \d+%$/.test(status()), 'the page');
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => /^Chapter 3\. Page 1 of 1\. \d+%$/.test(status()), 'the chapter');
  });
});

describe('the controls attribute', () => {
  it('hides controls that it does not name', async () => {
    const reader = await open({ book: numbered, controls: 'progress' });
    expect(reader.shadowRoot?.querySelector('svc-toolbar')).to.equal(null);
    expect(reader.shadowRoot?.querySelector('svc-progress')).not.to.equal(null);
  });

  it('gives all the space to the page if it is `none`', async () => {
    const reader = await open({ book: numbered, controls: 'none', height: 600 });
    expect(reader.shadowRoot?.querySelector('svc-progress')).to.equal(null);
    expect(reader.shadowRoot?.querySelector('svc-page')?.clientHeight).to.equal(600);
  });
});
