import { expect } from '@open-wc/testing';
import type { TreeElement } from '../../../../server/epub/contract.ts';
import { findNote, textOf, type NoteLink } from '../../../../src/features/footnotes/find-note.ts';
import { noteTree } from '../../../../src/features/footnotes/note-tree.ts';
import { positionNote } from '../../../../src/features/footnotes/position-note.ts';
import { PageMoveEvent } from '../../../../src/rendition/page-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import { open, pageOf, scrollerOf, waitUntil } from '../../fixtures/reader.ts';
import { notes, notesJapanese } from '../../fixtures/rich-books.ts';
import { body, p } from '../../fixtures/trees.ts';

const link = (certainty: NoteLink['certainty'], id = 'n1'): NoteLink => ({
  id,
  backlinkUrls: new Set(['section:0#r1']),
  certainty,
});
const back: TreeElement = ['a', { href: 'section:0#r1' }, '[1]'];
const found = (tree: TreeElement, by: NoteLink) => {
  const path = findNote(tree, by);
  return path && textOf(path.at(-1) ?? '');
};

describe('what a link leads to', () => {
  it('is a note where its author says so, at either end', () => {
    const aside: TreeElement = ['aside', { id: 'n1', 'epub:type': 'footnote' }, 'A note.'];
    expect(found(body(aside), link('unlikely'))).to.equal('A note.');
    const inside: TreeElement = [
      'li',
      { role: 'doc-endnote' },
      ['p', { id: 'n1' }, 'A note.'],
      p('More.'),
    ];
    expect(found(body(['ol', {}, inside]), link('unlikely'))).to.equal('A note.More.');
    expect(found(body(['p', { id: 'n1' }, 'Plain.']), link('stated'))).to.equal('Plain.');
  });

  it('is a note where a number leads to what begins there and leads back', () => {
    const plain: TreeElement = ['p', { id: 'n1' }, back, ' A note.'];
    expect(found(body(plain), link('likely'))).to.equal('[1] A note.');
    expect(found(body(plain), link('unlikely'))).to.equal(null);
    expect(found(body(['p', { id: 'n1' }, 'Chapter one.']), link('likely'))).to.equal(null);
  });

  it('is no note in the middle of the text: that is the way back from one', () => {
    const text = p('A long sentence', ['a', { id: 'n1', href: 'section:0#r1' }, '1'], ' goes on.');
    expect(found(body(text), link('likely'))).to.equal(null);
  });

  it('has all the paragraphs of its box, and no other note', () => {
    const anchor: TreeElement = ['a', { id: 'n1', href: 'section:0#r1' }, '[1]'];
    const box: TreeElement = ['div', { class: 'footnote' }, p(anchor, ' One.'), p('Two.')];
    expect(found(body(['div', { class: 'footnotes' }, box, p('Other')]), link('likely'))).to.equal(
      '[1] One.Two.',
    );
    expect(found(body(['div', {}, p(anchor, ' One.'), p('Other.')]), link('likely'))).to.equal(
      '[1] One.',
    );
    const list: TreeElement = ['dl', {}, ['dt', { id: 'n1' }, '1'], ['dd', {}, 'A note.']];
    expect(found(body(list), link('stated'))).to.equal('A note.');
  });

  it('is a place like any other where a whole chapter stands', () => {
    expect(found(body(['p', { id: 'n1' }, 'x'.repeat(20_001)]), link('stated'))).to.equal(null);
    expect(found(body(p('x')), link('stated'))).to.equal(null);
  });

  it('is shown without the ways back: their numbers stay, their arrows go', () => {
    const arrow: TreeElement = ['a', { href: 'section:0#r1', role: 'doc-backlink' }, '↩'];
    const path = findNote(
      body(['p', { id: 'n1', hidden: '' }, back, ' A note. ', arrow]),
      link('likely'),
    );
    expect(noteTree(path ?? [], new Set(['section:0#r1']))).to.deep.equal([
      'div',
      { class: 'svc-html svc-around' },
      [
        'div',
        { class: 'svc-body svc-around' },
        ['p', { id: 'n1', class: ' svc-note' }, ['span', {}, '[1]'], ' A note. '],
      ],
    ]);
  });

  it('is shown without the rule that parts it from the text above it', () => {
    const note: TreeElement = ['aside', { id: 'n1' }, '\n', ['div', {}, ['hr', {}], p('A note.')]];
    expect(JSON.stringify(noteTree([['body', {}], note], new Set()))).not.to.contain('hr');
    const parted: TreeElement = ['aside', {}, p('One.'), ['hr', {}], p('Two.')];
    expect(JSON.stringify(noteTree([parted], new Set()))).to.contain('hr');
  });
});

describe('a note’s place', () => {
  const note = { width: 300, height: 100 };
  const room = { width: 400, height: 600 };
  const at = (top: number, left = 200) => ({ left, top, width: 10, height: 20 });

  it('is below its link, above it at the foot of the page, and never outside', () => {
    expect(positionNote(at(100), note, room)).to.deep.equal({ left: 55, top: 128 });
    expect(positionNote(at(560), note, room)).to.deep.equal({ left: 55, top: 452 });
    expect(positionNote(at(100, 0), note, room).left).to.equal(8);
    expect(positionNote(at(100, 390), note, room).left).to.equal(92);
    const high = { width: 300, height: 580 };
    expect(positionNote(at(300), high, room).top).to.equal(8);
  });
});

const noteOf = (reader: SvcReader) => reader.shadowRoot?.querySelector('svc-note') ?? null;
const textIn = (reader: SvcReader) =>
  noteOf(reader)?.firstElementChild?.shadowRoot?.querySelector('.svc-note')?.textContent.trim();
const linkTo = (reader: SvcReader, href: string) =>
  waitUntil(() => scrollerOf(reader).querySelector<HTMLElement>(`a[href="#${href}"]`), href);
const focusIn = (reader: SvcReader): Element | null => {
  let at: Element | null = reader;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

/** Opens a note; what shows it comes after the text, and until then a link goes to its place. */
async function openNote(reader: SvcReader, href: string): Promise<HTMLElement> {
  const link = await linkTo(reader, href);
  const { offset } = reader.locator?.locations ?? { offset: 0 };
  const before = noteOf(reader);
  await waitUntil(() => {
    if (noteOf(reader) !== before && noteOf(reader)?.box) return true;
    if (reader.locator?.locations.offset !== offset) reader.goTo({ section: 0, offset });
    link.focus();
    link.click();
    return false;
  }, 'the note');
  return link;
}

describe('a note', () => {
  it('opens at its link, takes the focus, and gives it back', async () => {
    const reader = await open({ book: notes, width: 700 });
    const link = await openNote(reader, 'section:0#fn-1');
    expect(textIn(reader)).to.match(/^The harbour of Nantucket; see the end or elsewhere\.$/);
    const box = noteOf(reader)?.box;
    await waitUntil(() => box && focusIn(reader) === box, 'the focus');
    expect(box?.getAttribute('role')).to.equal('dialog');
    expect(box?.ariaLabel).to.equal('Note');
    const place = box?.getBoundingClientRect();
    expect(place?.top).to.be.greaterThan(link.getBoundingClientRect().bottom);
    await Promise.all((box?.getAnimations() ?? []).map(({ finished }) => finished));
    await expect(noteOf(reader)).to.be.accessible();
    box?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
    expect(noteOf(reader)).to.equal(null);
    expect(focusIn(reader)).to.equal(link);
    expect(reader.locator?.locations.offset).to.equal(0);
  });

  it('stays when a strip is told of at the same place, and goes when that is scrolled on', async () => {
    const reader = await open({ book: notes, mode: 'scroll' });
    await openNote(reader, 'section:0#fn-1');
    const tell = (further: number) => {
      const { section, offset } = pageOf(reader).rendition?.position ?? { section: 0, offset: 0 };
      const place = { section, offset: offset + further };
      const lines = { start: place.offset, end: place.offset + 100, page: 0, pages: 2 };
      const view = { section, ...lines, isFirst: false, isLast: false };
      pageOf(reader).dispatchEvent(new PageMoveEvent(view, place, true));
    };
    tell(0);
    expect(noteOf(reader) !== null).to.equal(true);
    tell(40);
    expect(noteOf(reader)).to.equal(null);
  });

  it('is set a little smaller than the text, however large that is', async () => {
    const reader = await open({ book: notes, width: 700 });
    reader.style.setProperty('--svc-font-size', '30px');
    pageOf(reader).relayout();
    const link = await linkTo(reader, 'section:0#fn-1');
    await waitUntil(
      () => getComputedStyle(link.closest('p') ?? link).fontSize === '30px',
      'the size',
    );
    await openNote(reader, 'section:0#fn-1');
    const note = noteOf(reader)?.firstElementChild?.shadowRoot?.querySelector('.svc-note');
    expect(note && Number.parseFloat(getComputedStyle(note).fontSize)).to.be.closeTo(28.2, 0.01);
  });

  it('stays in its box, whatever a book’s rules say', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    const over = new CSSStyleSheet();
    over.replaceSync(':host { position: fixed !important; inset: 0 !important; }');
    const host = noteOf(reader)?.firstElementChild;
    host?.shadowRoot?.adoptedStyleSheets.push(over);
    // What moves holds what is fixed in it.
    const moving = noteOf(reader)?.box?.getAnimations() ?? [];
    await Promise.all(moving.map(({ finished }) => finished));
    const box = noteOf(reader)?.box?.getBoundingClientRect();
    const text = host?.getBoundingClientRect();
    expect(text?.height).to.be.at.most(box?.height ?? 0);
    expect(text?.width).to.be.at.most(box?.width ?? 0);
  });

  it('is found by its look in older books, and in another section', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#old-2');
    expect(textIn(reader)).to.equal(
      '[2] Drawn in the year of the great storm.It was lost in the next.',
    );
    await openNote(reader, 'section:1#end-3');
    await waitUntil(() => textIn(reader) === 'Where the lantern stands.', 'the endnote');
  });

  it('lies at the lower edge of a phone', async () => {
    const reader = await open({ book: notes, width: 390 });
    await openNote(reader, 'section:0#fn-1');
    const box = noteOf(reader)?.box?.getBoundingClientRect();
    const whole = reader.getBoundingClientRect();
    expect(box?.width).to.equal(whole.width);
    await waitUntil(
      () => Math.abs((noteOf(reader)?.box?.getBoundingClientRect().bottom ?? 0) - whole.bottom) < 1,
      'its place',
    );
  });

  it('leads to its own place, and its links lead on', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:1#end-3');
    const asked = new Promise((resolve) =>
      reader.addEventListener('svc-go-to-request', resolve, { once: true }),
    );
    noteOf(reader)?.shadowRoot?.querySelector<HTMLElement>('.go')?.click();
    await asked;
    await waitUntil(() => reader.locator?.locations.section === 1, 'the notes');
    expect(noteOf(reader)).to.equal(null);
    reader.goTo({ section: 0, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 0, 'the text');
    await openNote(reader, 'section:0#fn-1');
    const content = noteOf(reader)?.firstElementChild?.shadowRoot;
    content?.querySelector('a')?.click();
    await waitUntil(() => reader.locator?.locations.section === 1, 'where its link leads');
    expect(noteOf(reader)).to.equal(null);
  });

  it('closes when something else is pressed, which turns no page', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    const { right } = reader.getBoundingClientRect();
    const text = scrollerOf(reader);
    const at = {
      clientX: right - 5,
      clientY: 300,
      bubbles: true,
      composed: true,
      cancelable: true,
    };
    text.dispatchEvent(new PointerEvent('pointerdown', at));
    text.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
    expect(noteOf(reader)).to.equal(null);
    expect(reader.locator?.locations.offset).to.equal(0);
    expect(reader.locator?.locations.section).to.equal(0);
  });

  it('closes with Escape when the focus has left it for nowhere, and with it when that goes elsewhere', async () => {
    const reader = await open({ book: notes, width: 700 });
    const link = await openNote(reader, 'section:0#fn-1');
    const leave = async () => {
      const box = noteOf(reader)?.box;
      await waitUntil(() => box && focusIn(reader) === box, 'the focus');
      box?.blur();
    };
    await leave();
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    document.body.dispatchEvent(escape);
    expect(noteOf(reader)).to.equal(null);
    // Else a dialog around the reader would close as well.
    expect(escape.defaultPrevented).to.equal(true);
    expect(focusIn(reader)).to.equal(link);
    await openNote(reader, 'section:0#fn-1');
    await leave();
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot;
    toolbar?.querySelector<HTMLElement>('button')?.focus();
    expect(noteOf(reader)).to.equal(null);
  });

  it('leaves other links alone', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    reader.next();
    (await linkTo(reader, 'section:0#title')).click();
    await waitUntil(() => reader.locator?.locations.offset === 0, 'the title');
    expect(noteOf(reader)).to.equal(null);
  });

  it('has lines that run down in a book whose lines do', async () => {
    const reader = await open({ book: notesJapanese, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    const note = noteOf(reader)?.firstElementChild?.shadowRoot?.querySelector('.svc-note');
    expect(note && getComputedStyle(note).writingMode).to.equal('vertical-rl');
    const inner = note?.getBoundingClientRect();
    const box = noteOf(reader)?.box?.getBoundingClientRect();
    expect(inner?.right).to.be.at.most((box?.right ?? 0) + 1);
    expect(inner?.height).to.be.at.most(261);
  });
});
