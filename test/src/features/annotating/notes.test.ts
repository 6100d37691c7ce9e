import { expect } from '@open-wc/testing';
import { PanelRequestEvent } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { nextFrame, press, waitUntil } from '../../fixtures/reader.ts';
import {
  clickText,
  hostStore,
  inMenu,
  menuOf,
  openWith,
  select,
  send,
} from '../../fixtures/annotating-reader.ts';

const panelOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-annotations');
const inPanel = (reader: SvcReader, selector: string) =>
  panelOf(reader)?.shadowRoot?.querySelector<HTMLElement>(selector);

function type(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('No field.');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

async function openPanel(reader: SvcReader): Promise<void> {
  reader.dispatchEvent(new PanelRequestEvent('marks'));
  await waitUntil(() => panelOf(reader)?.updateComplete, 'the panel');
}

describe('a note that has been typed', () => {
  afterEach(() => document.getSelection()?.removeAllRanges());

  it('is kept when the reader presses outside its editor, for a new or an earlier highlight', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    const notes = () => [...store.stored.values()].map(({ body }) => body.value);
    select(reader, 40, 90);
    press(reader, 'n');
    type(await waitUntil(() => inMenu(reader, 'textarea'), 'the note'), 'First');
    clickText(reader, 300, 310);
    await waitUntil(() => !menuOf(reader), 'the menu to close');
    await waitUntil(() => notes().join() === 'First', 'the note');

    clickText(reader, 50, 60);
    (await waitUntil(() => inMenu(reader, '[aria-label="Edit note"]'), 'the menu')).click();
    type(await waitUntil(() => inMenu(reader, 'textarea'), 'the note'), 'Second');
    // Selecting other text does not replace the editor.
    select(reader, 300, 340);
    await nextFrame();
    await nextFrame();
    clickText(reader, 300, 310);
    await waitUntil(() => !menuOf(reader), 'the menu to close');
    await waitUntil(() => notes().join() === 'Second', 'the note');
  });

  it('is kept in the panel when another is edited or the panel closes, but not on Escape', async () => {
    const store = hostStore();
    const reader = await openWith(store);
    for (const start of [40, 200]) {
      select(reader, start, start + 50);
      send(reader, { type: 'highlight', color: 'green' });
    }
    const notes = () => [...store.stored.values()].map(({ body }) => body.value);
    await openPanel(reader);
    const edit = async (stored: string, note: string) => {
      (await waitUntil(() => inPanel(reader, '[data-edit]'), 'the list')).click();
      const field = await waitUntil(() => {
        const shown = inPanel(reader, 'textarea');
        return shown instanceof HTMLTextAreaElement && shown.value === stored ? shown : null;
      }, 'the form');
      type(field, note);
    };
    await edit('', 'First');
    // The button of the other item, whose form replaces this one.
    await edit('', 'Second');
    await waitUntil(() => notes().join() === 'First,', 'the first note');
    reader.dispatchEvent(new PanelRequestEvent(null));
    await waitUntil(() => !panelOf(reader), 'the page');
    await waitUntil(() => notes().join() === 'First,Second', 'both notes');

    await openPanel(reader);
    await edit('First', 'Discarded');
    const escape = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
    inPanel(reader, 'textarea')?.dispatchEvent(new KeyboardEvent('keydown', escape));
    await waitUntil(() => !inPanel(reader, 'textarea'), 'the list');
    reader.dispatchEvent(new PanelRequestEvent(null));
    await waitUntil(() => !panelOf(reader), 'the page');
    await nextFrame();
    expect(notes().join()).to.equal('First,Second');
  });
});
