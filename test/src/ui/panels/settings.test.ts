import { expect } from '@open-wc/testing';
import {
  type WantedSettings,
  SettingsRequestEvent,
} from '../../../../src/events/request-events.ts';
import { settingChoices } from '../../../../src/state/settings.ts';
import { SvcReader } from '../../../../src/svc-reader.ts';
import {
  english,
  japanese,
  mount,
  nextEvent,
  nextFrame,
  numbered,
  open,
  pageOf,
  scrollerOf,
  waitUntil,
  untilHyphenated,
  visibleText,
  type ReaderOptions,
} from '../../fixtures/reader.ts';
import { comic, mixed } from '../../fixtures/rich-books.ts';

async function openPanel(options: ReaderOptions = {}): Promise<[SvcReader, ShadowRoot]> {
  const reader = await open({ book: english, start: '2', ...options });
  const toolbar = await waitUntil(
    () => reader.shadowRoot?.querySelector('svc-toolbar'),
    'a toolbar',
  );
  toolbar.shadowRoot?.querySelector<HTMLElement>('[data-panel=settings]')?.click();
  const panel = await waitUntil(
    () => reader.shadowRoot?.querySelector('svc-settings')?.shadowRoot ?? null,
    'the panel',
  );
  await waitUntil(() => panel.querySelector('.panel'), 'its frame');
  return [reader, panel];
}

const paragraph = (reader: SvcReader): CSSStyleDeclaration => {
  const found = scrollerOf(reader).querySelectorAll('p')[1];
  if (!found) throw new Error('No paragraph.');
  return getComputedStyle(found);
};

/** Presses a control, and returns the settings that the reader reports. */
async function afterPress(reader: SvcReader, button: Element | null | undefined) {
  const changed = nextEvent(reader, 'svc-settings-change');
  if (!(button instanceof HTMLElement)) throw new Error('Nothing to press.');
  button.click();
  return (await changed).settings;
}

const radio = (panel: ShadowRoot, name: string, label: string): HTMLElement | undefined =>
  [...panel.querySelectorAll('label')]
    .find((one) => one.querySelector(`[name=${name}]`) && one.textContent.includes(label))
    ?.querySelector('input') ?? undefined;

describe('the settings panel', () => {
  afterEach(() => localStorage.clear());

  it('shows four settings first and the others on request', async () => {
    const [, panel] = await openPanel();
    const isSeen = (name: string) => panel.querySelector(`#${name}`)?.checkVisibility();
    expect(isSeen('size')).to.equal(true);
    expect(
      [...panel.querySelectorAll('.body > fieldset legend')].map((one) => one.textContent),
    ).to.deep.equal(['Theme', 'Font', 'Layout']);
    expect(isSeen('lineHeight')).to.equal(false);
    panel.querySelector<HTMLElement>('summary')?.click();
    expect(isSeen('lineHeight')).to.equal(true);
  });

  it('shows only settings that have an effect in a fixed-layout book', async () => {
    const offered = async (book: string) => {
      const [reader, panel] = await openPanel({ book, start: '0' });
      const names = [...panel.querySelectorAll('legend, .name')].map((one) => one.textContent);
      reader.remove();
      return names;
    };
    expect(await offered(comic)).to.deep.equal(['Theme', 'Layout']);
    expect(await offered(mixed)).to.include.members(['Text size', 'Font', 'Line spacing']);
  });

  it('changes each setting with its control', async () => {
    const [reader, panel] = await openPanel({ width: 1000 });
    panel.querySelector<HTMLElement>('summary')?.click();
    const wanted: [string, string, Partial<WantedSettings>][] = [
      ['theme', 'Contrast', { theme: 'contrast' }],
      ['font', 'Sans serif', { font: 'sans' }],
      ['margins', 'Wide', { margins: 'wide' }],
      ['columns', 'Two', { columns: 'two' }],
      ['align', 'Left', { align: 'start' }],
      ['hyphens', 'Off', { hyphens: 'none' }],
      ['mode', 'Scroll', { mode: 'scroll' }],
    ];
    for (const [name, label, change] of wanted) {
      expect(await afterPress(reader, radio(panel, name, label))).to.include(change);
    }
    const steps: [string, Partial<WantedSettings>][] = [
      ['Larger text', { fontScale: 1.1 }],
      ['Line spacing: increase', { lineHeight: 1.65 }],
      ['Paragraph spacing: increase', { paragraphSpacing: 0.5 }],
      ['Letter spacing: increase', { letterSpacing: 0.03 }],
      ['Word spacing: increase', { wordSpacing: 0.08 }],
    ];
    for (const [label, change] of steps) {
      const button = panel.querySelector(`[aria-label="${label}"]`);
      expect(await afterPress(reader, button), label).to.include(change);
    }
  });

  it('shows the change immediately behind it and keeps the position', async () => {
    const [reader, panel] = await openPanel({ start: '2:1500' });
    const opened = pageOf(reader).rendition?.current;
    const start = opened?.firstOffsetOn(opened.page) ?? NaN;
    panel.querySelector<HTMLElement>('summary')?.click();
    expect(paragraph(reader).lineHeight).to.equal('27px');
    const shown = () => panel.querySelector('#lineHeight ~ .steps output')?.textContent;
    for (const percent of ['165%', '180%', '200%']) {
      const moved = nextEvent(pageOf(reader), 'svc-page-move');
      panel.querySelector<HTMLElement>('[aria-label="Line spacing: increase"]')?.click();
      await moved;
      await waitUntil(() => shown() === percent, percent);
    }
    expect(paragraph(reader).lineHeight).to.equal('36px');
    const view = pageOf(reader).rendition?.current;
    expect(view?.firstOffsetOn(view.page)).to.be.at.most(start);
    expect(view?.firstOffsetOn(view.page + 1)).to.be.greaterThan(start);
  });

  it('keeps focus on a button at the end of its range, where it has no effect', async () => {
    const [reader, panel] = await openPanel();
    const smaller = panel.querySelector<HTMLElement>('[aria-label="Smaller text"]');
    smaller?.focus();
    for (let press = 0; press < 12; press++) {
      smaller?.click();
      await reader.updateComplete;
    }
    const smallest = panel.querySelector('[aria-label="Smaller text"]');
    await waitUntil(() => smallest?.getAttribute('aria-disabled') === 'true', 'the end');
    expect(panel.activeElement).to.equal(smallest);
    expect(panel.querySelector('output')?.textContent).to.equal('70%');
  });

  it('resets all settings', async () => {
    const [reader, panel] = await openPanel();
    await untilHyphenated(reader);
    const plain = visibleText(reader);
    await afterPress(reader, radio(panel, 'font', 'Sans serif'));
    await afterPress(reader, panel.querySelector('[aria-label="Larger text"]'));
    await waitUntil(() => visibleText(reader) !== plain, 'another look');
    const settings = await afterPress(reader, panel.querySelector('.reset'));
    expect(settings).to.include({ font: 'book', fontScale: 1, theme: null, lineHeight: null });
    await waitUntil(() => visibleText(reader) === plain, 'the first look');
  });

  it('offers to hide ruby annotations if there are any', async () => {
    const [, panel] = await openPanel();
    expect(panel.querySelector('[name=ruby]')).to.equal(null);
    const [reader, japanesePanel] = await openPanel({ book: japanese, start: '' });
    const settings = await afterPress(reader, radio(japanesePanel, 'ruby', 'Off'));
    expect(settings.ruby).to.equal('hidden');
    const reading = scrollerOf(reader).querySelector('rt');
    await waitUntil(() => reading && getComputedStyle(reading).display === 'none', 'no readings');
  });

  it('accepts setting requests from the page and ignores invalid ones', async () => {
    const reader = await open({ book: english, start: '2' });
    const changed = nextEvent(reader, 'svc-settings-change');
    reader.dispatchEvent(new SettingsRequestEvent({ align: 'start', wordSpacing: 7 }));
    expect((await changed).settings).to.include({ align: 'start', wordSpacing: 0 });
    await waitUntil(() => paragraph(reader).textAlign === 'start', 'the alignment');
  });

  it('fires no event if nothing changes', async () => {
    const reader = await open({ book: english, start: '2' });
    const shown: string[] = [];
    reader.addEventListener('svc-settings-change', ({ settings }) => shown.push(settings.font));
    for (const font of ['book', 'nonsense', 'serif', 'serif']) {
      reader.dispatchEvent(
        Object.assign(new Event('svc-settings-request'), { settings: { font } }),
      );
    }
    reader.dispatchEvent(Object.assign(new Event('svc-settings-request'), { settings: null }));
    // The first requests wait until their code has loaded.
    await waitUntil(() => shown.length > 0, 'the change');
    await nextFrame();
    expect(shown).to.deep.equal(['serif']);
  });
});

describe('saved settings', () => {
  afterEach(() => localStorage.clear());
  const key = 'svc-reader:settings';

  it('apply before the first page is laid out', async () => {
    localStorage.setItem(key, JSON.stringify({ lineHeight: 2, theme: 'contrast', font: 'sans' }));
    // The book may open before `mount` returns.
    const looks = new Promise((resolve) => {
      const look = ({ target }: Event) => {
        if (!(target instanceof SvcReader)) throw new Error('No reader.');
        const { lineHeight, color, fontFamily } = paragraph(target);
        resolve([lineHeight, color, fontFamily.includes('sans-serif')]);
      };
      document.body.addEventListener('svc-open', look, { once: true });
    });
    await mount({ book: english, start: '2', theme: '', consent: 'granted' });
    expect(await looks).to.deep.equal(['36px', 'rgb(0, 0, 0)', true]);
  });

  it('are saved only after consent', async () => {
    const [reader, panel] = await openPanel({ consent: 'required' });
    await afterPress(reader, radio(panel, 'font', 'Serif'));
    expect(localStorage.getItem(key)).to.equal(null);
    const [agreed, other] = await openPanel({ consent: 'granted' });
    await afterPress(agreed, radio(other, 'font', 'Sans serif'));
    expect(localStorage.getItem(key)).to.contain('"font":"sans"');
  });
});

describe('the font for dyslexic readers', () => {
  const worn = () => [...document.fonts].filter(({ family }) => family.includes('OpenDyslexic'));

  it('loads when it is chosen and is removed with the last reader that uses it', async () => {
    const reader = await open({ book: numbered });
    expect(worn().length).to.equal(0);
    reader.dispatchEvent(new SettingsRequestEvent({ font: 'dyslexic' }));
    await waitUntil(() => worn().length === 4, 'its faces');
    reader.remove();
    await waitUntil(() => worn().length === 0, 'the end of the font');
  });
});

describe('each setting', () => {
  it('has its default among its valid values', async () => {
    const reader = await open({ book: numbered });
    const changed = nextEvent(reader, 'svc-settings-change');
    reader.dispatchEvent(new SettingsRequestEvent({ fontScale: 1.1 }));
    const { settings } = await changed;
    for (const [name, choices] of Object.entries(settingChoices)) {
      const value: unknown = Object.entries(settings).find(([one]) => one === name)?.[1];
      expect(choices, name).to.include(value);
    }
  });
});
