import { expect } from '@open-wc/testing';
import { openIndexedDbStore } from '../../../../src/annotations/annotation-store.ts';
import { PanelRequestEvent } from '../../../../src/events/request-events.ts';
import { toWebAnnotation } from '../../../../src/annotations/web-annotation.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { nextEvent, open, pageOf, press, waitUntil, visibleText } from '../../fixtures/reader.ts';
import { createAnnotation } from '../../fixtures/annotation.ts';
import { webtoon } from '../../fixtures/rich-books.ts';
import {
  clickText,
  highlighted,
  hostStore,
  inMenu,
  layerOf,
  menuOf,
  openWith,
  select,
  send,
} from '../../fixtures/annotating-reader.ts';

const inPanel = (reader: SvcReader, selector: string) =>
  reader.shadowRoot
    ?.querySelector('svc-annotations')
    ?.shadowRoot?.querySelector<HTMLElement>(selector);
const isBookmarked = (reader: SvcReader) => layerOf(reader)?.shadowRoot?.querySelector('.ribbon');

describe('annotating in a reader', () => {
  afterEach(() => document.getSelection()?.removeAllRanges());

  it('offers five colors for selected text and highlights it in the chosen color', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const words = select(reader, 40, 90);
    await waitUntil(() => inMenu(reader, '.row'), 'the menu');
    expect(menuOf(reader)?.shadowRoot?.querySelectorAll('.swatch').length).to.equal(5);

    const changeEvent = nextEvent(reader, 'svc-mark-change');
    inMenu(reader, '[aria-label=Green]')?.click();
    const { change, annotation } = await changeEvent;
    expect(change).to.equal('added');
    expect(annotation.target.selector[0].exact).to.equal(words.trim());
    expect(highlighted(reader, 'green')).to.deep.equal([words.trim()]);
    await waitUntil(() => store.stored.size === 1, 'the store');
    expect(menuOf(reader) ?? null).to.equal(null);
  });

  it('highlights a selection across paragraphs by key and adds a note', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const words = select(reader, 40, 900);
    await waitUntil(() => menuOf(reader), 'the menu');
    press(reader, 'n');
    const field = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('No field.');
    field.value = 'Ah!';
    inMenu(reader, 'form button[type=submit]')?.click();
    const stored = await waitUntil(
      () => [...store.stored.values()].find(({ body }) => body.value),
      'it',
    );
    expect(stored.body.value).to.equal('Ah!');
    expect(stored.target.selector[0].exact.split('\n').length).to.be.greaterThan(1);
    expect(highlighted(reader, 'yellow')[0]?.length).to.equal(words.trim().length);
  });

  for (const width of [320, 390, 1280]) {
    it(`fits the note form into its box at a width of ${width} px`, async () => {
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

  it('removes the new highlight if its note is canceled', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    select(reader, 40, 90);
    press(reader, 'n');
    const field = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    expect(highlighted(reader, 'yellow').length).to.equal(1);
    const escape = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', escape));
    await waitUntil(() => !menuOf(reader), 'the menu to close');
    await waitUntil(
      () => highlighted(reader, 'yellow').length === 0,
      'the highlight to be removed',
    );

    select(reader, 40, 90);
    send(reader, { type: 'highlight', color: 'pink' });
    select(reader, 40, 90);
    press(reader, 'n');
    const again = await waitUntil(() => inMenu(reader, 'textarea'), 'the note');
    again.dispatchEvent(new KeyboardEvent('keydown', escape));
    await waitUntil(() => !menuOf(reader), 'the menu to close');
    await waitUntil(() => store.stored.size === 1, 'the earlier highlight');
  });

  it('adds and removes a bookmark on the page, with undo', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    reader.next();
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    reader.next();
    await waitUntil(() => !isBookmarked(reader), 'the ribbon to disappear');
    reader.previous();
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    expect([...store.stored.values()][0]?.motivation).to.equal('bookmarking');

    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => !isBookmarked(reader), 'the ribbon to disappear');
    await waitUntil(() => store.stored.size === 0, 'the store');
    press(reader, 'z', { ctrlKey: true });
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    await waitUntil(() => store.stored.size === 1, 'the store');
  });

  it('adds a bookmark to each page of a section of pictures, and returns to it', async () => {
    const store = hostStore();
    const reader = await openWith(store, { book: webtoon, start: '1', mode: 'pages' });
    const pageNumber = () => pageOf(reader).rendition?.current.page;
    await waitUntil(() => pageOf(reader).rendition?.current.section.index === 1, 'the pictures');
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => isBookmarked(reader), 'the ribbon');
    reader.next();
    await waitUntil(() => pageNumber() === 1 && !isBookmarked(reader), 'the ribbon to disappear');
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await waitUntil(() => isBookmarked(reader) && store.stored.size === 2, 'the second ribbon');
    reader.previous();
    await waitUntil(() => pageNumber() === 0 && isBookmarked(reader), 'the first ribbon');
    const second = [...store.stored.keys()][1] ?? '';
    send(reader, { type: 'go', id: second });
    await waitUntil(() => pageNumber() === 1, 'the second page');
    reader.dispatchEvent(new PanelRequestEvent('marks'));
    const label = await waitUntil(() => inPanel(reader, '.quote'), 'the list');
    expect(label.textContent).to.match(/^\d+%$/);
  });

  it('opens the menu of a clicked highlight without turning the page', async () => {
    const reader = await openWith(hostStore());
    select(reader, 40, 60);
    send(reader, { type: 'highlight', color: 'pink' });
    const before = visibleText(reader);
    clickText(reader, 40, 60);
    await waitUntil(() => inMenu(reader, '[aria-label=Pink][aria-pressed=true]'), 'its menu');
    expect(visibleText(reader)).to.equal(before);

    inMenu(reader, '[aria-label=Blue]')?.click();
    await waitUntil(() => highlighted(reader, 'blue').length === 1, 'the other color');
    expect(highlighted(reader, 'pink')).to.deep.equal([]);
  });

  it('opens the menu of the shortest highlight where several overlap', async () => {
    const parts = [
      { color: 'purple', start: 40, end: 160 },
      { color: 'yellow', start: 70, end: 85 },
    ] as const;
    for (const inOrder of [parts, parts.toReversed()]) {
      const reader = await openWith(hostStore());
      for (const { color, start, end } of inOrder) {
        select(reader, start, end);
        send(reader, { type: 'highlight', color });
      }
      clickText(reader, 70, 85);
      await waitUntil(() => inMenu(reader, '[aria-label=Yellow][aria-pressed=true]'), 'its menu');
      clickText(reader, 40, 60);
      await waitUntil(() => inMenu(reader, '[aria-label=Purple][aria-pressed=true]'), 'the other');
      reader.remove();
    }
  });

  it('finds annotations in a new edition and lists orphaned annotations', async () => {
    const first = await openWith(hostStore());
    const text = pageOf(first).rendition?.current.text.text() ?? '';
    const { href } = pageOf(first).rendition?.current.section ?? { href: '' };
    const exact = text.slice(300, 360);
    const quote = { exact, prefix: text.slice(268, 300), suffix: text.slice(360, 392) };
    const moved = createAnnotation({ id: 'urn:moved', href, section: 7, start: 9, end: 69, quote });
    const orphaned = createAnnotation({
      id: 'urn:gone',
      href,
      quote: { exact: 'A sentence that nobody wrote.', prefix: '', suffix: '' },
    });
    const reader = await openWith(hostStore([moved, orphaned].map(toWebAnnotation)));
    await waitUntil(() => highlighted(reader, 'green').length === 1, 'the annotation');
    expect(highlighted(reader, 'green')).to.deep.equal([exact.trim()]);
    await openPanel(reader);
    const heads = [
      ...(reader.shadowRoot?.querySelector('svc-annotations')?.shadowRoot?.querySelectorAll('h3') ??
        []),
    ];
    expect(heads.at(-1)?.textContent).to.equal('No longer in the book');
  });

  it('lists annotations by chapter and lets the reader edit, delete and restore them', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    select(reader, 40, 90);
    send(reader, { type: 'highlight', color: 'green' });
    reader.next();
    reader.dispatchEvent(new Event('svc-bookmark-request'));
    await openPanel(reader);
    await waitUntil(() => inPanel(reader, '.bookmark'), 'the bookmark');
    inPanel(reader, '[data-edit]')?.click();
    const field = await waitUntil(() => inPanel(reader, 'textarea'), 'the note');
    if (field instanceof HTMLTextAreaElement) field.value = 'Ah!';
    inPanel(reader, 'form [aria-label=Purple]')?.click();
    inPanel(reader, 'form .action')?.click();
    await waitUntil(() => inPanel(reader, '.note')?.textContent === 'Ah!', 'the note');
    expect(highlighted(reader, 'purple').length).to.equal(1);

    inPanel(reader, '[aria-label=Delete]')?.click();
    await waitUntil(() => inPanel(reader, '.undo'), 'the undo button');
    await layerOf(reader)?.updateComplete;
    expect(layerOf(reader)?.shadowRoot?.querySelector('.line'), 'shown once').to.equal(null);
    expect(highlighted(reader, 'purple')).to.deep.equal([]);
    inPanel(reader, '.undo button')?.click();
    await waitUntil(() => highlighted(reader, 'purple').length === 1, 'the annotation');
    await waitUntil(
      () => inPanel(reader, '.list + [role=status]')?.textContent === 'Restored.',
      'words',
    );

    const first = await waitUntil(() => inPanel(reader, 'button.go:has(.swatch)'), 'the highlight');
    first.click();
    await waitUntil(() => !reader.shadowRoot?.querySelector('svc-annotations'), 'the page');
    await waitUntil(() => reader.locator?.locations.offset === 40, 'the page');
  });

  it('imports a file from another program without duplicates', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const file = new Blob([JSON.stringify([toWebAnnotation(createAnnotation()), { type: 'x' }])]);
    send(reader, { type: 'import', file });
    await waitUntil(() => store.stored.size === 1, 'the annotation');
    const status = () =>
      layerOf(reader)?.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    send(reader, { type: 'import', file });
    await waitUntil(() => status().startsWith('0 annotations'), 'the import result');
    send(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => status().startsWith('This file contains no'), 'the import result');
    expect(store.stored.size).to.equal(1);
  });

  it('imports a thousand annotations at once and announces the import in the panel', async () => {
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
    send(reader, { type: 'import', file });
    const status = () => inPanel(reader, '[role=status]')?.textContent ?? '';
    await waitUntil(() => {
      if (renderings.at(-1) !== list?.annotations) renderings.push(list?.annotations);
      return status() === '1,000 annotations imported.';
    }, 'the import result');
    expect(renderings.length).to.be.lessThan(20);
    await waitUntil(() => store.stored.size === 1000, 'all annotations to be stored');
    send(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => status() === 'This file contains no annotations.', 'the import result');
    const before = status();
    send(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(
      () => status() !== before && status().trim() === before,
      'the repeated announcement',
    );
    send(reader, { type: 'import', file: new Blob(['{']) });
    await waitUntil(() => status() === before, 'the next repetition');
  });

  it('keeps focus in the panel when the last annotation is deleted', async () => {
    const reader = await openWith(hostStore([toWebAnnotation(createAnnotation())]));
    await openPanel(reader);
    const button = await waitUntil(
      () => inPanel(reader, '.tools button[aria-label=Delete]'),
      'the annotation',
    );
    button.focus();
    button.click();
    await waitUntil(() => inPanel(reader, '.panel')?.matches(':focus'), 'the focus');
  });

  it('loads stored annotations when consent is given and stops storing when it is withdrawn', async () => {
    const before = await open({ consent: 'granted' });
    await waitUntil(() => layerOf(before), 'the annotation layer');
    select(before, 240, 290);
    const changeEvent = nextEvent(before, 'svc-mark-change');
    send(before, { type: 'highlight', color: 'green' });
    const { annotation } = await changeEvent;
    const stored = async () => (await openIndexedDbStore()).load(before.book);
    await waitUntil(() => highlighted(before, 'green').length === 1, 'the annotation');
    before.remove();

    const reader = await open();
    await waitUntil(() => layerOf(reader), 'the annotation layer');
    expect(highlighted(reader, 'green')).to.deep.equal([]);
    reader.consent = 'granted';
    await reader.updateComplete;
    press(reader, 'ArrowRight');
    press(reader, 'ArrowLeft');
    await waitUntil(() => highlighted(reader, 'green').length === 1, 'the mark of before');

    reader.consent = 'required';
    await reader.updateComplete;
    send(reader, { type: 'delete', id: annotation.id });
    await waitUntil(
      () => highlighted(reader, 'green').length === 0,
      'the annotation to be removed',
    );
    expect(JSON.stringify(await stored())).to.include(annotation.id);
    await (await openIndexedDbStore()).remove(annotation.id, before.book);
  });

  it('announces a store failure and keeps the annotations on the page', async () => {
    const reader = await openWith({
      ...hostStore(),
      put: async () => new Response(null, { status: 503 }),
    });
    const words = select(reader, 40, 90);
    send(reader, { type: 'highlight' });
    await waitUntil(
      () => layerOf(reader)?.shadowRoot?.querySelector('.line')?.textContent?.includes('saved'),
      'the line',
    );
    expect(highlighted(reader, 'yellow')).to.deep.equal([words.trim()]);
  });

  it('stores nothing before consent and announces this once', async () => {
    const reader = await open();
    await waitUntil(() => layerOf(reader), 'the annotation layer');
    select(reader, 40, 90);
    send(reader, { type: 'highlight' });
    await waitUntil(
      () => layerOf(reader)?.shadowRoot?.querySelector('.line')?.textContent?.includes('saved'),
      'the line',
    );
    const again = await open();
    await waitUntil(() => layerOf(again), 'the annotation layer');
    expect(highlighted(again, 'yellow')).to.deep.equal([]);
  });

  it('stores annotations on this device with consent and updates other readers of the book', async () => {
    const [one, two] = [await open({ consent: 'granted' }), await open({ consent: 'granted' })];
    await waitUntil(() => layerOf(one) && layerOf(two), 'the annotation layer');
    select(one, 140, 190);
    const changeEvent = nextEvent(one, 'svc-mark-change');
    send(one, { type: 'highlight', color: 'pink' });
    const { annotation } = await changeEvent;
    const words = await waitUntil(() => highlighted(one, 'pink')[0], 'the highlight');
    await waitUntil(() => highlighted(two, 'pink')[0] === words, 'the other reader');
    const three = await open({ consent: 'granted' });
    await waitUntil(() => highlighted(three, 'pink')[0] === words, 'the next visit');
    send(three, { type: 'delete', id: annotation.id });
    await waitUntil(() => highlighted(two, 'pink').length === 0, 'the other reader');
  });
});

async function openPanel(reader: SvcReader): Promise<void> {
  const event = new Event('svc-panel-request');
  reader.dispatchEvent(Object.assign(event, { panel: 'marks' }));
  await waitUntil(() => inPanel(reader, '.list'), 'the panel');
}
