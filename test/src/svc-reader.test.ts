import { expect } from '@open-wc/testing';
import { rangeOf } from '../../src/rendition/section/text-range.ts';
import type { SvcReader } from '../../src/svc-reader.ts';
import {
  nextFrame,
  nextEvent,
  numbered,
  open,
  pageOf,
  press,
  waitUntil,
  visibleText,
} from './fixtures/reader.ts';

/**
 * All elements with a shadow root below a root, except the page, whose content belongs to the book.
 */
function controlsIn(root: ShadowRoot): Element[] {
  return [...root.querySelectorAll('*')].filter(
    (one) => one.shadowRoot && one.localName !== 'svc-page',
  );
}

/** Parts of a control that are not exported to the page. */
function hiddenParts(root: ShadowRoot): string[] {
  return controlsIn(root).flatMap((control) => {
    const exported = new Set((control.getAttribute('exportparts') ?? '').split(/,\s*/));
    const { shadowRoot } = control;
    const own = shadowRoot ? [...shadowRoot.querySelectorAll('[part]')] : [];
    const names = own.flatMap(({ part }) => [...part]);
    const hidden = names.filter((name) => !exported.has(name));
    return hidden.map((name) => `${control.localName}: ${name}`);
  });
}

function rootOf({ shadowRoot }: SvcReader): ShadowRoot {
  if (!shadowRoot) throw new Error('A reader has a shadow root.');
  return shadowRoot;
}

async function openPanel(reader: SvcReader, panel: string): Promise<void> {
  reader.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel }));
  await waitUntil(
    () => rootOf(reader).querySelector('.over > *')?.shadowRoot?.childElementCount,
    `the panel ${panel}`,
  );
}

describe('the parts of a reader', () => {
  for (const panel of ['contents', 'marks', 'search', 'settings', 'menu', 'about', 'help']) {
    it(`are all exposed to the page while ${panel} is open`, async () => {
      const reader = await open({ book: numbered });
      await openPanel(reader, panel);

      expect(hiddenParts(rootOf(reader))).to.deep.equal([]);
    });
  }
});

describe('the states of a reader', () => {
  it('match its book', async () => {
    const reader = await open({ book: numbered });
    await reader.updateComplete;
    expect(reader.matches(':state(ready)')).to.equal(true);
    expect(reader.matches(':state(open)')).to.equal(false);

    await openPanel(reader, 'contents');
    expect(reader.matches(':state(open)')).to.equal(true);
  });

  it('show that a book could not be opened', async () => {
    const reader = await open({ book: numbered });
    const failed = nextEvent(reader, 'svc-error');
    reader.key = 'invalid';
    await failed;
    await reader.updateComplete;
    expect(reader.matches(':state(failed)')).to.equal(true);
    expect(reader.matches(':state(ready)')).to.equal(false);
  });
});

describe('two readers on one page', () => {
  it('turn pages, open panels and close independently', async () => {
    const one = await open({ book: numbered });
    const other = await open({ book: numbered });
    const before = visibleText(other);

    const moved = nextEvent(one, 'svc-page-change');
    expect(one.next()).to.equal(true);
    await moved;
    await openPanel(one, 'contents');
    await nextFrame();

    expect(visibleText(other)).to.equal(before);
    expect(other.matches(':state(open)')).to.equal(false);

    one.remove();
    const turned = nextEvent(other, 'svc-page-change');
    expect(other.next()).to.equal(true);
    await turned;
    expect(visibleText(other)).not.to.equal(before);
  });
});

describe('a removed reader', () => {
  it('leaves nothing in the document and no listeners', async () => {
    const fonts = document.fonts.size;
    const reader = await open({ book: numbered });
    const heard: string[] = [];
    const page = pageOf(reader);

    reader.remove();
    reader.addEventListener('svc-page-change', ({ type }) => heard.push(type));
    dispatchEvent(new Event('resize'));
    dispatchEvent(new Event('online'));
    page.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await nextFrame();
    await nextFrame();

    expect(heard).to.deep.equal([]);
    expect(page.rendition).to.equal(null);
    expect(document.fonts.size).to.equal(fonts);
    const painted = CSS.highlights ? [...CSS.highlights.keys()] : [];
    expect(painted.filter((name) => name.startsWith('svc-'))).to.deep.equal([]);
  });

  it('reopens its book when it is reinserted', async () => {
    const reader = await open({ book: numbered });
    const parent = reader.parentElement;
    reader.remove();
    await nextFrame();
    const again = nextEvent(reader, 'svc-open');
    parent?.append(reader);
    await again;
    expect(reader.locator?.locations.section).to.equal(0);
  });
});

describe('a reader that is moved', () => {
  for (const mode of ['pages', 'scroll']) {
    it(`keeps its position and open panels (${mode})`, async () => {
      const reader = await open({ book: numbered, start: '1', mode });
      reader.goTo({ section: 1, offset: 2000 });
      await waitUntil(() => reader.locator?.locations.offset, 'the place');
      await openPanel(reader, 'contents');
      const edge = () => {
        const view = pageOf(reader).rendition?.current;
        const range = view && rangeOf(view.text, 2000, 2001);
        return range?.getBoundingClientRect().top ?? Number.NaN;
      };
      const before = edge();
      const heard: string[] = [];
      for (const name of ['svc-open', 'svc-page-change'] as const) {
        reader.addEventListener(name, ({ type }) => heard.push(type));
      }

      const other = document.createElement('div');
      reader.parentElement?.append(other);
      reader.remove();
      other.append(reader);
      await nextFrame();
      await nextFrame();

      expect(reader.locator?.locations).to.include({ section: 1, offset: 2000 });
      expect(edge()).to.be.closeTo(before, 2);
      expect(reader.matches(':state(open)')).to.equal(true);
      expect(heard).not.to.include('svc-open');
      press(reader, 'Escape');
      press(reader, 'PageDown');
      await waitUntil(() => reader.locator?.locations.offset !== 2000, 'the next page');
    });
  }
});
