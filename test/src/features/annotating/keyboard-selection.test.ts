import { aTimeout, expect } from '@open-wc/testing';
import { readText } from '../../../../src/rendition/section/read-text.ts';
import { selectedText } from '../../../../src/rendition/selection.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  arabic,
  english,
  japanese,
  open,
  pageOf,
  press,
  waitUntil,
  highlightedTexts,
} from '../../fixtures/reader.ts';

const layerOf = (reader: SvcReader) =>
  reader.shadowRoot?.querySelector('svc-annotation-layer')?.shadowRoot;

/** The selected text and its section. */
function selected(reader: SvcReader): string | null {
  const found = selectedText(pageOf(reader).rendition?.views.mounted.values() ?? [], null);
  return found && readText(found.view.text, found.start, found.end);
}

/** A reader in which the first sentence was selected by key. */
async function begun(options: Parameters<typeof open>[0] = {}): Promise<SvcReader> {
  const reader = await open({ book: english, start: '1', ...options });
  await waitUntil(() => layerOf(reader), 'the annotation layer');
  press(reader, 'h');
  return reader;
}

describe('keyboard selection', () => {
  afterEach(() => document.getSelection()?.removeAllRanges());

  it('begins with a sentence on the page and announces it', async () => {
    const reader = await begun();
    expect(selected(reader)).to.equal('Loomings');
    const announcement = () => layerOf(reader)?.querySelector('[role=status]')?.textContent ?? '';
    await waitUntil(() => announcement() !== '', 'the announcement');
    expect(announcement()).to.equal(
      'Loomings Text selected. Press H to highlight it, or N to add a note. Press Tab for more actions.',
    );
    await waitUntil(() => layerOf(reader)?.querySelector('svc-annotation-menu'), 'the menu');
  });

  it('moves by sentence or word with the arrow keys', async () => {
    const reader = await begun();
    press(reader, 'ArrowDown');
    expect(selected(reader)).to.equal('Call me Ishmael.');
    press(reader, 'ArrowDown');
    expect(selected(reader)).to.match(/^Some years ago.*of the world\.$/s);
    press(reader, 'ArrowRight');
    expect(selected(reader)).to.equal('Some');
    press(reader, 'ArrowRight');
    expect(selected(reader)).to.equal('years');
    press(reader, 'ArrowLeft');
    press(reader, 'ArrowLeft');
    expect(selected(reader)).to.equal('Ishmael');
    press(reader, 'ArrowUp');
    expect(selected(reader)).to.equal('Call me Ishmael.');
    press(reader, 'ArrowUp');
    expect(selected(reader)).to.equal('Loomings');
  });

  it('extends with Shift and the arrow keys, but not before its start', async () => {
    const reader = await begun();
    press(reader, 'ArrowDown');
    press(reader, 'ArrowRight');
    press(reader, 'ArrowRight', { shiftKey: true });
    expect(selected(reader)).to.equal('Call me');
    press(reader, 'ArrowDown', { shiftKey: true });
    expect(selected(reader)).to.equal('Call me Ishmael.');
    for (const left of ['Call me Ishmael', 'Call me', 'Call']) {
      press(reader, 'ArrowLeft', { shiftKey: true });
      expect(selected(reader)).to.equal(left);
    }
    press(reader, 'ArrowLeft', { shiftKey: true });
    expect(selected(reader)).to.equal('Call');
  });

  it('continues across page boundaries in both directions', async () => {
    const reader = await begun({ width: 360, height: 420 });
    const first = reader.locator?.locations.progression;
    const selections: string[] = [];
    while (selections.length < 20) {
      await step(reader, 'ArrowDown');
      selections.push(selected(reader) ?? '');
    }
    const text = pageOf(reader).rendition?.current.text;
    const all = text && readText(text, 0, text.length).replaceAll(/\s+/g, ' ');
    expect(all?.startsWith(`Loomings ${selections.join(' ')}`)).to.equal(true);
    expect(reader.locator?.locations.progression).to.be.greaterThan(first ?? 1);
    for (const sentence of selections.slice(0, -1).toReversed()) {
      await step(reader, 'ArrowUp');
      expect(selected(reader)).to.equal(sentence);
    }
  });

  /** Selects another sentence. Over a sentence longer than a page, the key also turns the page. */
  async function step(reader: SvcReader, key: string): Promise<void> {
    const before = selected(reader);
    const place = () => reader.locator?.locations.offset;
    while (selected(reader) === before) {
      const from = place();
      press(reader, key);
      await waitUntil(
        () => selected(reader) !== before || place() !== from,
        `a step from ${before}`,
      );
      if (place() !== from) await aTimeout(300);
    }
  }

  it('can be highlighted with H and annotated with N', async () => {
    const reader = await begun();
    press(reader, 'ArrowDown');
    press(reader, 'h');
    const highlighted = (name: string) => highlightedTexts(`mark-${name}`) ?? [];
    await waitUntil(() => highlighted('yellow').includes('Call me Ishmael.'), 'the highlight');
    expect(highlighted('noted')).to.deep.equal([]);
    // The selection is back at its last position.
    press(reader, 'n');
    expect(selected(reader)).to.equal('Call me Ishmael.');
    press(reader, 'n');
    const menu = () => layerOf(reader)?.querySelector('svc-annotation-menu')?.shadowRoot;
    const field = await waitUntil(() => menu()?.querySelector('textarea'), 'the field');
    field.value = 'So it begins.';
    field.form?.requestSubmit();
    await waitUntil(() => highlighted('noted').length > 0, 'the note highlight');
    expect(highlighted('noted')).to.deep.equal(['Call me Ishmael.']);
  });

  it('ends with Escape, after which the arrow keys turn pages', async () => {
    const reader = await begun();
    await waitUntil(() => layerOf(reader)?.querySelector('svc-annotation-menu'), 'the menu');
    press(reader, 'Escape');
    expect(selected(reader)).to.equal(null);
    const { progression } = reader.locator?.locations ?? {};
    press(reader, 'ArrowDown');
    await waitUntil(() => reader.locator?.locations.progression !== progression, 'the next page');
  });

  it('follows the text direction, which is left in Arabic and down in vertical Japanese', async () => {
    const reader = await begun({ book: arabic, start: '' });
    press(reader, 'ArrowLeft');
    expect(selected(reader)).to.equal('حكاية');
    press(reader, 'ArrowLeft');
    expect(selected(reader)).to.equal('الملك');

    const vertical = await begun({ book: japanese, start: '' });
    const heading = selected(vertical);
    press(vertical, 'ArrowLeft');
    const sentence = selected(vertical) ?? '';
    expect(sentence).to.match(/。$/);
    press(vertical, 'ArrowDown');
    const word = selected(vertical) ?? '';
    expect(sentence.length).to.be.greaterThan(word.length);
    expect(sentence.startsWith(word)).to.equal(true);
    press(vertical, 'ArrowRight');
    press(vertical, 'ArrowRight');
    expect(selected(vertical)).to.equal(heading);
  });

  it('leaves other selections to the browser', async () => {
    const reader = await open({ book: english, start: '1' });
    await waitUntil(() => layerOf(reader), 'the annotation layer');
    const view = pageOf(reader).rendition?.current;
    const [, heading] = [...(view?.text.from(0) ?? [])];
    if (heading) document.getSelection()?.setBaseAndExtent(heading.node, 0, heading.node, 4);
    expect(press(reader, 'ArrowRight', { shiftKey: true })).to.equal(true);
  });
});
