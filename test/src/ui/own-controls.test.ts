import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { fixtureApi, nextEvent, numbered, stageOf, waitUntil } from '../fixtures/reader.ts';

/** Runs the page from the guide with the tests' script and book. */
async function openGuide(): Promise<{ figure: HTMLElement; reader: SvcReader }> {
  const guide = await (await fetch('/docs/guides/own-controls.md')).text();
  const [, page = ''] = /```html\n([^]*?)```/.exec(guide) ?? [];
  const template = document.createElement('template');
  template.innerHTML = page;
  const code = template.content.querySelector('script');
  const reader = template.content.querySelector<SvcReader>('svc-reader');
  const figure = template.content.querySelector<HTMLElement>('figure');
  if (!code || !reader || !figure) throw new Error('The guide has no page.');
  const attributes = { book: numbered, key: 'ok', api: fixtureApi(), locale: 'en' };
  for (const [name, value] of Object.entries(attributes)) reader.setAttribute(name, value);
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = code.textContent.replace(
    /'https:[^']*svc-reader\.js'/,
    `'${new URL('/src/define.ts', location.href).href}'`,
  );
  code.remove();
  document.body.append(template.content, script);
  await waitUntil(() => reader.locator, 'the book');
  await waitUntil(() => figure.querySelector('option'), 'the script of the guide');
  // Requests are handled once the messages have loaded.
  await waitUntil(() => stageOf(reader).ariaLabel, 'the session');
  return { figure, reader };
}

describe('the toolbar of the guide “Your own controls”', () => {
  let figure: HTMLElement;
  let reader: SvcReader;
  const control = <Found extends HTMLElement = HTMLElement>(action: string): Found => {
    const found = figure.querySelector<Found>(`[data-action=${action}]`);
    if (!found) throw new Error(`The guide has no control ${action}.`);
    return found;
  };
  const panel = (tag: string) =>
    waitUntil(
      () => reader.shadowRoot?.querySelector(tag)?.shadowRoot?.querySelector('.panel'),
      tag,
    );

  before(async () => {
    ({ figure, reader } = await openGuide());
  });
  after(() => figure.remove());

  it('stands alone: the reader has no controls', () => {
    expect(reader.shadowRoot?.querySelector('svc-toolbar, svc-progress')).to.equal(null);
  });

  it('turns pages and follows the position', async () => {
    control('next').click();
    await waitUntil(() => Number(control<HTMLInputElement>('seek').value) > 0, 'the progress');
    const seek = control<HTMLInputElement>('seek');
    seek.value = '0.8';
    const moved = nextEvent(reader, 'svc-page-change');
    seek.dispatchEvent(new Event('change'));
    expect((await moved).fraction).to.be.greaterThan(0.5);
    const before = reader.locator?.locations.totalProgression ?? 0;
    control('previous').click();
    await waitUntil(
      () => (reader.locator?.locations.totalProgression ?? 1) < before,
      'the previous page',
    );
  });

  it('sets and removes a bookmark', async () => {
    const added = nextEvent(reader, 'svc-mark-change');
    control('bookmark').click();
    expect((await added).change).to.equal('added');
    await waitUntil(() => control('bookmark').ariaPressed === 'true', 'the pressed button');
    control('bookmark').click();
    await waitUntil(() => control('bookmark').ariaPressed === 'false', 'the released button');
  });

  for (const [action, tag] of [
    ['contents', 'svc-contents'],
    ['annotations', 'svc-annotations'],
    ['settings', 'svc-settings'],
  ] as const) {
    it(`opens the panel: ${action}`, async () => {
      control(action).click();
      await panel(tag);
    });
  }

  it('changes the settings in their steps', async () => {
    const size = control<HTMLSelectElement>('size');
    expect(size.value).to.equal('1');
    size.value = '1.25';
    const changed = nextEvent(reader, 'svc-settings-change');
    size.dispatchEvent(new Event('change'));
    expect((await changed).settings.fontScale).to.equal(1.25);
    expect(size.value).to.equal('1.25');
    const theme = control<HTMLSelectElement>('theme');
    theme.value = 'sepia';
    const themed = nextEvent(reader, 'svc-settings-change');
    theme.dispatchEvent(new Event('change'));
    expect((await themed).settings.theme).to.equal('sepia');
  });

  it('searches', async () => {
    const field = control<HTMLInputElement>('search');
    field.value = 'the';
    const searched = nextEvent(reader, 'svc-search');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    expect((await searched).query).to.equal('the');
    await panel('svc-search');
  });

  it('requests the full screen for the book with its controls', () => {
    let requested: Element | null = null;
    figure.requestFullscreen = async () => void (requested = figure);
    control('fullscreen').click();
    expect(requested).to.equal(figure);
  });
});
