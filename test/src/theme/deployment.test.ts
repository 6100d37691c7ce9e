import { expect, html } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { mount, pageOf, type ReaderOptions, waitUntil } from '../fixtures/reader.ts';

let keys = 0;
const keyOf = (wishes: string) => `sell:${wishes}:${++keys}x${Date.now()}`;

/** Creates a fully rendered reader with a deployment. */
async function openDeployment(wishes = 'house', options: ReaderOptions = {}): Promise<SvcReader> {
  const reader = await mount({ key: keyOf(wishes), theme: '', locale: '', ...options });
  await waitUntil(() => reader.locator, 'the book');
  await waitUntil(() => reader.shadowRoot?.querySelector('svc-toolbar, .bare'), 'controls');
  return reader;
}

const valueOf = (reader: SvcReader, name: string) =>
  getComputedStyle(reader).getPropertyValue(name).trim();
const faces = () => [...document.fonts].map(({ family }) => family.replaceAll(/["']/g, ''));
const logoOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-logo')?.shadowRoot ?? null;
const linksOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-publisher-links')?.shadowRoot ?? null;

async function themesOffered(reader: SvcReader): Promise<string[]> {
  const toolbar = reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot;
  toolbar?.querySelector<HTMLElement>('[data-panel=settings]')?.click();
  const panel = await waitUntil(
    () =>
      reader.shadowRoot?.querySelector('svc-settings')?.shadowRoot?.querySelector('.panel') ?? null,
    'the settings',
  );
  return [...panel.querySelectorAll('[name=theme]')].map(
    (radio) => radio.closest('label')?.querySelector('.label')?.textContent ?? '',
  );
}

beforeEach(() => localStorage.clear());
after(() => localStorage.clear());

describe('a deployment', () => {
  it('sets the reader’s theme and the tokens of each theme', async () => {
    const reader = await openDeployment();
    expect(valueOf(reader, '--svc-accent')).to.equal('#0a5c32');
    // Engines serialize tokens with either type of quotation mark.
    expect(valueOf(reader, '--svc-font-family')).to.match(/^['"]House['"], Georgia, serif$/);
    expect(valueOf(reader, '--svc-unknown')).to.equal('');
    reader.theme = 'light';
    await reader.updateComplete;
    expect(valueOf(reader, '--svc-accent')).to.equal('#0b6b3a');
  });

  it('sets the language unless the element sets another', async () => {
    expect(
      (await openDeployment()).shadowRoot?.querySelector('.shell')?.getAttribute('lang'),
    ).to.equal('de');
    const other = await openDeployment('house', { locale: 'en' });
    expect(other.shadowRoot?.querySelector('.shell')?.getAttribute('lang')).to.equal('en');
  });

  it('sets the theme again when the attribute is removed or invalid', async () => {
    const reader = await openDeployment('house', { theme: 'light' });
    expect(valueOf(reader, '--svc-accent')).to.equal('#0b6b3a');
    for (const change of [
      () => reader.setAttribute('theme', 'nonsense'),
      () => reader.setAttribute('theme', 'light'),
      () => reader.removeAttribute('theme'),
    ]) {
      change();
      await reader.updateComplete;
      const wanted = reader.getAttribute('theme') === 'light' ? '#0b6b3a' : '#0a5c32';
      expect(valueOf(reader, '--svc-accent')).to.equal(wanted);
    }
  });

  it('lets the user return to the attribute’s theme', async () => {
    const reader = await openDeployment('', { theme: 'sepia', locale: 'en' });
    expect(await themesOffered(reader)).to.include('Publisher default');
    const settings = reader.shadowRoot?.querySelector('svc-settings');
    reader.removeAttribute('theme');
    await reader.updateComplete;
    await settings?.updateComplete;
    const radios = settings?.shadowRoot?.querySelectorAll('[name=theme]');
    expect(radios).to.have.lengthOf(5);
  });

  it('restores the language of the deployment or page when the attribute is removed', async () => {
    const reader = await openDeployment('', { locale: 'fr' });
    const language = () => reader.shadowRoot?.querySelector('.shell')?.getAttribute('lang');
    expect(language()).to.equal('fr');
    reader.removeAttribute('locale');
    await waitUntil(() => language() === 'en', 'the language of the page');
  });

  it('shows its logo, linked to its home page, and its links below the reader', async () => {
    const reader = await openDeployment();
    const logo = await waitUntil(() => logoOf(reader), 'the logo');
    await waitUntil(() => logo.querySelector('img')?.naturalWidth, 'the picture');
    expect(logo.querySelector('img')?.alt).to.equal('Harbour House');
    expect(logo.querySelector('a')?.href).to.equal('https://house.example/');
    const links = await waitUntil(() => linksOf(reader)?.querySelectorAll('a'), 'the links');
    expect([...links].map(({ href, textContent }) => [href, textContent])).to.deep.equal([
      ['https://house.example/privacy', 'Datenschutz'],
      ['https://house.example/terms', 'Bedingungen'],
    ]);
    for (const link of links) expect(link.rel).to.equal('noopener');
  });

  it('reserves space for its links so that nothing moves when they appear', async () => {
    const heights: number[] = [];
    const note = (reader: SvcReader) => heights.push(pageOf(reader).clientHeight);
    // The book may open before `mount` returns.
    document.addEventListener('svc-open', ({ target }) => note(target as SvcReader), {
      once: true,
    });
    const reader = await mount({ key: keyOf('house'), theme: '', locale: '' });
    await waitUntil(() => linksOf(reader)?.querySelector('a'), 'the links');
    note(reader);
    expect(heights.length).to.equal(2);
    expect(heights[0]).to.equal(heights[1]);
  });

  it('is replaced by slotted content', async () => {
    const reader = await openDeployment('house', {
      content: html`
        <b slot="logo" style="inline-size: 40px">Mine</b>
        <p slot="header" style="block-size: 30px; margin: 0">Above</p>
        <p slot="footer" style="block-size: 30px; margin: 0">Below</p>
      `,
    });
    const boxOf = (name: string) =>
      reader.querySelector(`[slot=${name}]`)?.getBoundingClientRect() ?? new DOMRect();
    const around = reader.getBoundingClientRect();
    expect(boxOf('logo').width).to.be.greaterThan(0);
    expect(logoOf(reader)?.host.checkVisibility()).to.equal(false);
    expect(boxOf('header').top).to.equal(around.top);
    expect(boxOf('footer').bottom).to.equal(around.bottom);
    expect(linksOf(reader)?.host.checkVisibility()).to.equal(false);
    const page = pageOf(reader).getBoundingClientRect();
    expect(page.top).to.be.at.least(boxOf('header').bottom);
    expect(page.bottom).to.be.at.most(boxOf('footer').top);
  });

  it('loads its fonts and removes them with the last reader that uses them', async () => {
    const one = await openDeployment();
    const two = await openDeployment();
    await waitUntil(() => faces().includes('House'), 'the font');
    expect(faces().filter((family) => family === 'House').length).to.equal(1);
    one.remove();
    expect(faces()).to.include('House');
    two.remove();
    await waitUntil(() => !faces().includes('House'), 'the end of the font');
  });

  it('limits the choice to its themes', async () => {
    const reader = await openDeployment();
    expect(await themesOffered(reader)).to.deep.equal(['Hell', 'Sepia', 'Vom Verlag']);
  });

  it('overrides a previously chosen theme that it does not offer', async () => {
    localStorage.setItem('svc-reader:settings', JSON.stringify({ theme: 'dark' }));
    const reader = await openDeployment('house', { consent: 'granted' });
    expect(valueOf(reader, '--svc-background')).to.equal('#f3ead2');
    localStorage.setItem('svc-reader:settings', JSON.stringify({ theme: 'light' }));
    const other = await openDeployment('house', { consent: 'granted' });
    expect(valueOf(other, '--svc-background')).to.equal('#fdfdf7');
  });

  it('can disable the theme choice and some controls', async () => {
    localStorage.setItem('svc-reader:settings', JSON.stringify({ theme: 'light', fontScale: 1.4 }));
    const reader = await openDeployment('house.bare', { consent: 'granted' });
    expect(valueOf(reader, '--svc-background')).to.equal('#f3ead2');
    expect(pageOf(reader)).not.to.equal(null);
    expect(reader.shadowRoot?.querySelector('svc-progress')).to.equal(null);
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot;
    expect(toolbar?.querySelector('[data-panel=contents]')).to.equal(null);
    expect(await themesOffered(reader)).to.deep.equal([]);
  });

  it('shows the controls named by the attribute, if it is set', async () => {
    const reader = await openDeployment('house.bare', { controls: 'contents progress' });
    expect(reader.shadowRoot?.querySelector('svc-progress')).not.to.equal(null);
  });

  for (const consent of ['', 'none']) {
    it(`stores nothing in the browser before it has consent (${consent || 'unset'})`, async () => {
      const reader = await openDeployment('asks', { consent });
      reader.goTo({ section: 1, offset: 0 });
      await waitUntil(() => reader.locator?.locations.section === 1, 'the second chapter');
      expect(localStorage.length).to.equal(0);
      reader.consent = 'granted';
      await reader.updateComplete;
      expect(localStorage.length).to.equal(1);
    });
  }
});
