import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { open, scrollerOf, stageOf, waitUntil } from '../fixtures/reader.ts';

describe('the color scheme of the active theme', () => {
  for (const [theme, scheme] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['sepia', 'light'],
  ]) {
    it(`applies to controls and text: ${theme}`, async () => {
      const reader = await open({ theme });
      reader.style.setProperty('--svc-accent', 'light-dark(rgb(1, 2, 3), rgb(4, 5, 6))');
      const within = [
        reader.shadowRoot?.querySelector('.frame'),
        reader.shadowRoot?.querySelector('svc-progress')?.shadowRoot?.querySelector('.row'),
        stageOf(reader),
        scrollerOf(reader).querySelector('p'),
      ];
      for (const element of within) {
        if (!element) throw new Error('There is nothing to look at.');
        const probe = element.appendChild(document.createElement('span'));
        probe.style.color = 'var(--svc-accent)';
        const expected = scheme === 'dark' ? 'rgb(4, 5, 6)' : 'rgb(1, 2, 3)';
        expect(getComputedStyle(probe).color, element.className).to.equal(expected);
        probe.remove();
      }
    });
  }
});

describe('the theme `system`', () => {
  const root = document.documentElement;
  const isDevice = (scheme: string) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches;
  const schemeOf = (reader: SvcReader) => {
    const frame = reader.shadowRoot?.querySelector('.frame');
    return frame && getComputedStyle(frame).colorScheme;
  };
  const meta = document.createElement('meta');
  meta.name = 'color-scheme';

  afterEach(() => {
    root.style.removeProperty('color-scheme');
    meta.remove();
  });

  for (const scheme of ['dark', 'light', 'only dark', 'only light']) {
    const expected = scheme.replace('only ', '');
    it(`follows the color scheme of the page: ${scheme}`, async () => {
      root.style.colorScheme = scheme;
      expect(schemeOf(await open({ theme: 'system' }))).to.equal(expected);
    });
  }

  it('follows a color scheme that the page sets around the reader, and on it', async () => {
    root.style.colorScheme = 'light';
    const reader = await open({ theme: 'system' });
    const box = reader.parentElement;
    if (!box) throw new Error('The reader has no parent.');
    box.style.colorScheme = 'dark';
    await waitUntil(() => schemeOf(reader) === 'dark', 'the dark theme');
    reader.style.colorScheme = 'light';
    await waitUntil(() => schemeOf(reader) === 'light', 'the light theme');
  });

  it('follows a switch of the page, also with rules against transitions', async () => {
    const reader = await open({ theme: 'system' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before { transition: none !important; color: red !important }');
    document.adoptedStyleSheets.push(sheet);
    for (const scheme of ['dark', 'light', 'dark']) {
      root.style.colorScheme = scheme;
      await waitUntil(() => schemeOf(reader) === scheme, `the theme ${scheme}`);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  it('follows the meta element of a page whose style sheets set no color scheme', async () => {
    meta.content = 'dark';
    document.head.append(meta);
    expect(schemeOf(await open({ theme: 'system' }))).to.equal('dark');
  });

  it('follows the device on pages with both color schemes, or none', async () => {
    const device = isDevice('dark') ? 'dark' : 'light';
    expect(schemeOf(await open({ theme: 'system' }))).to.equal(device);
    root.style.colorScheme = 'light dark';
    expect(schemeOf(await open({ theme: 'system' }))).to.equal(device);
  });

  it('leaves the color scheme of the host and a chosen theme as they are', async () => {
    root.style.colorScheme = 'dark';
    const reader = await open({ theme: 'sepia' });
    expect(schemeOf(reader)).to.equal('light');
    expect(getComputedStyle(reader).colorScheme).to.equal('dark');
  });
});
