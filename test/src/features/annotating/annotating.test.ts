import { expect } from '@open-wc/testing';
import { type MarkRequest, MarkRequestEvent } from '../../../../src/events/request-events.ts';
import {
  type MarkStore,
  openIndexedDbStore,
} from '../../../../src/annotations/annotation-store.ts';
import {
  type MarkAnnotation,
  toWebAnnotation,
} from '../../../../src/annotations/web-annotation.ts';
import { rangeOf } from '../../../../src/rendition/section/text-range.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  mount,
  nextEvent,
  open,
  pageOf,
  press,
  waitUntil,
  visibleText,
} from '../../fixtures/reader.ts';
import { createAnnotation } from '../../fixtures/annotation.ts';

const layerOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-annotation-layer');
const menuOf = (reader: SvcReader) =>
  layerOf(reader)?.shadowRoot?.querySelector('svc-annotation-menu');
const inMenu = (reader: SvcReader, selector: string) =>
  menuOf(reader)?.shadowRoot?.querySelector<HTMLElement>(selector);
const inPanel = (reader: SvcReader, selector: string) =>
  reader.shadowRoot
    ?.querySelector('svc-annotations')
    ?.shadowRoot?.querySelector<HTMLElement>(selector);
const ask = (reader: SvcReader, request: MarkRequest) =>
  reader.dispatchEvent(new MarkRequestEvent(request));
const isBookmarked = (reader: SvcReader) => layerOf(reader)?.shadowRoot?.querySelector('.ribbon');

/** A store of a host, in memory. */
function hostStore(kept: unknown[] = []): MarkStore & { kept: Map<string, MarkAnnotation> } {
  const store = new Map<string, MarkAnnotation>();
  return {
    kept: store,
    load: async () => [...kept, ...store.values()],
    put: async (one) => void store.set(one.id, one),
    remove: async (id) => void store.delete(id),
  };
}

async function openWith(store: MarkStore, more: Parameters<typeof mount>[0] = {}) {
  const reader = await mount(more);
  reader.markStore = store;
  await waitUntil(() => reader.locator, 'the book');
  await waitUntil(() => layerOf(reader)?.updateComplete, 'marks');
  return reader;
}

/** Selects by text offsets of the section on screen. */
function select(reader: SvcReader, start: number, end: number): string {
  const view = pageOf(reader).rendition?.current;
  const range = view && rangeOf(view.text, start, end);
  if (!range) throw new Error('No text there.');
  document
    .getSelection()
    ?.setBaseAndExtent(
      range.startContainer,
      range.startOffset,
      range.endContainer,
      range.endOffset,
    );
  return range.toString();
}

/** What is painted in a colour, of this reader. */
function painted(reader: SvcReader, color: string): string[] {
  const view = pageOf(reader).rendition?.current;
  return [...(CSS.highlights.get(`svc-mark-${color}`) ?? [])]
    .filter((range) => view?.host.shadowRoot?.contains(range.startContainer))
    .map(String);
}

describe('marks in a reader', () => {
  afterEach(() => document.getSelection()?.removeAllRanges());

  it('offers five colours beside selected text, and paints the one that is chosen', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const words = select(reader, 40, 90);
    await waitUntil(() => inMenu(reader, '.row'), 'the menu');
    expect(menuOf(reader)?.shadowRoot?.querySelectorAll('.ink').length).to.equal(5);

    const told = nextEvent(reader, 'svc-mark-change');
    inMenu(reader, '[aria-label=Green]')?.click();
    const { change, annotation } = await told;
    expect(change).to.equal('added');
    expect(annotation.target.selector[0].exact).to.equal(words.trim());
    expect(painted(reader, 'green')).to.deep.equal([words.trim()]);
    await waitUntil(() => store.kept.size === 1, 'the store');
    expect(menuOf(reader) ?? null).to.equal(null);
  });

  it('highlights by key, over paragraphs, and adds a note', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const words = select(reader, 40, 900);
    await waitUntil(() => menuOf(reader), 'the menu');
    press(reader, 'n');
    const field = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('No field.');
    field.value = 'Ah!';
    inMenu(reader, 'form button[type=submit]')?.click();
    const kept = await waitUntil(
      () => [...store.kept.values()].find(({ body }) => body.value),
      'it',
    );
    expect(kept.body.value).to.equal('Ah!');
    expect(kept.target.selector[0].exact.split('\n').length).to.be.greaterThan(1);
    expect(painted(reader, 'yellow')[0]?.length).to.equal(words.trim().length);
  });

  for (const width of [320, 390, 1280]) {
    it(`has its form within its box at ${width} px`, async () => {
      const reader = await openWith(hostStore(), { width });
      select(reader, 40, 90);
      press(reader, 'n');
      const form = await waitUntil(() => inMenu(reader, 'form'), 'the note');
      const box = inMenu(reader, '.menu');
      expect(form.getBoundingClientRect().right).to.be.at.most(
        (box?.getBoundingClientRect().right ?? 0) - 1,
      );
      expect(box?.scrollWidth).to.be.at.most(box?.clientWidth ?? 0);
    });
  }

  it('keeps no highlight for a note that is given up', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    select(reader, 40, 90);
    press(reader, 'n');
    const field = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    expect(painted(reader, 'yellow').length).to.equal(1);
    const escape = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', escape));
    await waitUntil(() => !menuOf(reader), 'no menu');
    await waitUntil(() => painted(reader, 'yellow').length === 0, 'no highlight');

    select(reader, 40, 90);
    ask(reader, { type: 'highlight', color: 'pink' });
    select(reader, 40, 90);
    press(reader, 'n');
    const again = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    again.dispatchEvent(new KeyboardEvent('keydown', escape));
    await waitUntil(() => !menuOf(reader), 'no menu');
    await waitUntil(() => store.kept.size === 1, 'the highlight that was there before');
  });

  it('sets a bookmark on the page and takes it away; that can be undone', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    reader.next();
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    reader.next();
    await waitUntil(() => !isBookmarked(reader), 'no ribbon');
    reader.previous();
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    expect([...store.kept.values()][0]?.motivation).to.equal('bookmarking');

    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => !isBookmarked(reader), 'no ribbon');
    await waitUntil(() => store.kept.size === 0, 'the store');
    press(reader, 'z', { ctrlKey: true });
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    await waitUntil(() => store.kept.size === 1, 'the store');
  });

  it('opens the menu of a highlight that is pressed, and turns no page', async () => {
    const reader = await openWith(hostStore());
    select(reader, 40, 60);
    ask(reader, { type: 'highlight', color: 'pink' });
    const view = pageOf(reader).rendition?.current;
    const rect = view && rangeOf(view.text, 40, 60)?.getClientRects()[0];
    if (!view || !rect) throw new Error('No highlight.');
    const before = visibleText(reader);
    const at = { clientX: rect.left + 4, clientY: rect.top + 4, detail: 1 };
    view.host.shadowRoot
      ?.querySelector('p')
      ?.dispatchEvent(
        new MouseEvent('click', { ...at, bubbles: true, composed: true, cancelable: true }),
      );
    await waitUntil(() => inMenu(reader, '[aria-label=Pink][aria-pressed=true]'), 'its menu');
    expect(visibleText(reader)).to.equal(before);

    inMenu(reader, '[aria-label=Blue]')?.click();
    await waitUntil(() => painted(reader, 'blue').length === 1, 'another colour');
    expect(painted(reader, 'pink')).to.deep.equal([]);
  });

  it('finds the marks of another edition again, and lists what is gone', async () => {
    const first = await openWith(hostStore());
    const text = pageOf(first).rendition?.current.text.text() ?? '';
    const { href } = pageOf(first).rendition?.current.section ?? { href: '' };
    const exact = text.slice(300, 360);
    const quote = { exact, prefix: text.slice(268, 300), suffix: text.slice(360, 392) };
    const moved = createAnnotation({ id: 'urn:moved', href, section: 7, start: 9, end: 69, quote });
    const gone = createAnnotation({
      id: 'urn:gone',
      href,
      quote: { exact: 'A sentence that nobody wrote.', prefix: '', suffix: '' },
    });
    const reader = await openWith(hostStore([moved, gone].map(toWebAnnotation)));
    await waitUntil(() => painted(reader, 'green').length === 1, 'the mark');
    expect(painted(reader, 'green')).to.deep.equal([exact.trim()]);
    await openPanel(reader);
    const heads = [
      ...(reader.shadowRoot?.querySelector('svc-annotations')?.shadowRoot?.querySelectorAll('h3') ??
        []),
    ];
    expect(heads.at(-1)?.textContent).to.equal('No longer in the book');
  });

  it('are listed with their chapters, changed, deleted and brought back', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    select(reader, 40, 90);
    ask(reader, { type: 'highlight', color: 'green' });
    reader.next();
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await openPanel(reader);
    await waitUntil(() => inPanel(reader, '.bookmark'), 'the bookmark');
    inPanel(reader, '[data-edit]')?.click();
    const field = await waitUntil(() => inPanel(reader, 'textarea'), 'the note');
    if (field instanceof HTMLTextAreaElement) field.value = 'Ah!';
    inPanel(reader, 'form [aria-label=Purple]')?.click();
    inPanel(reader, 'form .action')?.click();
    await waitUntil(() => inPanel(reader, '.own')?.textContent === 'Ah!', 'the note');
    expect(painted(reader, 'purple').length).to.equal(1);

    inPanel(reader, '[aria-label=Delete]')?.click();
    await waitUntil(() => inPanel(reader, '.undo'), 'the way back');
    await layerOf(reader)?.updateComplete;
    expect(layerOf(reader)?.shadowRoot?.querySelector('.line'), 'said once').to.equal(null);
    expect(painted(reader, 'purple')).to.deep.equal([]);
    inPanel(reader, '.undo button')?.click();
    await waitUntil(() => painted(reader, 'purple').length === 1, 'the mark');
    await waitUntil(
      () => inPanel(reader, '.list + [role=status]')?.textContent === 'Restored.',
      'words',
    );

    const first = await waitUntil(() => inPanel(reader, 'button.go:has(.ink)'), 'the highlight');
    first.click();
    await waitUntil(() => !reader.shadowRoot?.querySelector('svc-annotations'), 'the page');
    await waitUntil(() => reader.locator?.locations.offset === 40, 'the page');
  });

  it('read a file of marks, whoever wrote it, and take nothing twice', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const file = new Blob([JSON.stringify([toWebAnnotation(createAnnotation()), { type: 'x' }])]);
    ask(reader, { type: 'import', file });
    await waitUntil(() => store.kept.size === 1, 'the mark');
    const said = () =>
      layerOf(reader)?.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    ask(reader, { type: 'import', file });
    await waitUntil(() => said().startsWith('0 annotations'), 'the answer');
    ask(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => said().startsWith('This file contains no'), 'the answer');
    expect(store.kept.size).to.equal(1);
  });

  it('read a thousand marks at once, and say so in the list', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    await openPanel(reader);
    const many = Array.from({ length: 1000 }, (_, index) =>
      toWebAnnotation(
        createAnnotation({ id: `urn:many:${index}`, href: 'elsewhere.xhtml', note: `${index}` }),
      ),
    );
    const file = new Blob([JSON.stringify(many)]);
    const renderings: unknown[] = [];
    const list = reader.shadowRoot?.querySelector('svc-annotations');
    ask(reader, { type: 'import', file });
    const said = () => inPanel(reader, '[role=status]')?.textContent ?? '';
    await waitUntil(() => {
      if (renderings.at(-1) !== list?.annotations) renderings.push(list?.annotations);
      return said() === '1,000 annotations imported.';
    }, 'the answer');
    expect(renderings.length).to.be.lessThan(20);
    await waitUntil(() => store.kept.size === 1000, 'all of them');
    ask(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => said() === 'This file contains no annotations.', 'the answer');
    const before = said();
    ask(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => said() !== before && said().trim() === before, 'the same, said again');
    ask(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => said() === before, 'and again');
  });

  it('leave the focus in the list when the last of them is deleted', async () => {
    const reader = await openWith(hostStore([toWebAnnotation(createAnnotation())]));
    await openPanel(reader);
    const button = await waitUntil(
      () => inPanel(reader, '.tools button[aria-label=Delete]'),
      'the mark',
    );
    button.focus();
    button.click();
    await waitUntil(() => inPanel(reader, '.panel')?.matches(':focus'), 'the focus');
  });

  it('of a visit before come when consent is given, and nothing is kept when it is taken', async () => {
    const before = await open({ consent: 'granted' });
    await waitUntil(() => layerOf(before), 'marks');
    select(before, 240, 290);
    const told = nextEvent(before, 'svc-mark-change');
    ask(before, { type: 'highlight', color: 'green' });
    const { annotation } = await told;
    const kept = async () => (await openIndexedDbStore()).load(before.book);
    await waitUntil(() => painted(before, 'green').length === 1, 'the mark');
    before.remove();

    const reader = await open();
    await waitUntil(() => layerOf(reader), 'marks');
    expect(painted(reader, 'green')).to.deep.equal([]);
    reader.consent = 'granted';
    await reader.updateComplete;
    press(reader, 'ArrowRight');
    press(reader, 'ArrowLeft');
    await waitUntil(() => painted(reader, 'green').length === 1, 'the mark of before');

    reader.consent = 'required';
    await reader.updateComplete;
    ask(reader, { type: 'delete', id: annotation.id });
    await waitUntil(() => painted(reader, 'green').length === 0, 'no mark');
    expect(JSON.stringify(await kept())).to.include(annotation.id);
    await (await openIndexedDbStore()).remove(annotation.id, before.book);
  });

  it('tell when a store fails, and stay on the page', async () => {
    const reader = await openWith({
      ...hostStore(),
      put: async () => new Response(null, { status: 503 }),
    });
    const words = select(reader, 40, 90);
    ask(reader, { type: 'highlight' });
    await waitUntil(
      () =>
        layerOf(reader)
          ?.shadowRoot?.querySelector('.line')
          ?.textContent?.includes('haven’t been saved'),
      'the line',
    );
    expect(painted(reader, 'yellow')).to.deep.equal([words.trim()]);
  });

  it('keep nothing before consent, and say so once', async () => {
    const reader = await open();
    await waitUntil(() => layerOf(reader), 'marks');
    select(reader, 40, 90);
    ask(reader, { type: 'highlight' });
    await waitUntil(
      () =>
        layerOf(reader)
          ?.shadowRoot?.querySelector('.line')
          ?.textContent?.includes('won’t be saved'),
      'the line',
    );
    const again = await open();
    await waitUntil(() => layerOf(again), 'marks');
    expect(painted(again, 'yellow')).to.deep.equal([]);
  });

  it('are kept on this device with consent, and told to other readers of the book', async () => {
    const [one, two] = [await open({ consent: 'granted' }), await open({ consent: 'granted' })];
    await waitUntil(() => layerOf(one) && layerOf(two), 'marks');
    select(one, 140, 190);
    const told = nextEvent(one, 'svc-mark-change');
    ask(one, { type: 'highlight', color: 'pink' });
    const { annotation } = await told;
    const [words] = painted(one, 'pink');
    await waitUntil(() => painted(two, 'pink')[0] === words, 'the other reader');
    const three = await open({ consent: 'granted' });
    await waitUntil(() => painted(three, 'pink')[0] === words, 'the next visit');
    ask(three, { type: 'delete', id: annotation.id });
    await waitUntil(() => painted(two, 'pink').length === 0, 'the other reader');
  });
});

async function openPanel(reader: SvcReader): Promise<void> {
  const event = new Event('svc-panel-request');
  reader.dispatchEvent(Object.assign(event, { panel: 'marks' }));
  await waitUntil(() => inPanel(reader, '.list'), 'the panel');
}
