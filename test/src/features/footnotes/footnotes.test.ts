import { expect } from '@open-wc/testing';
import type { Tree, TreeElement } from '../../../../server/epub/contract.ts';
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
const found = (tree: TreeElement, link: NoteLink) => {
  const path = findNote(tree, link);
  return path && textOf(path.at(-1) ?? '');
};

describe('findNote', () => {
  it('finds a note by markup at either end of the link', () => {
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

  it('finds a note by appearance if it links back to its number', () => {
    const plain: TreeElement = ['p', { id: 'n1' }, back, ' A note.'];
    expect(found(body(plain), link('likely'))).to.equal('[1] A note.');
    expect(found(body(plain), link('unlikely'))).to.equal(null);
    expect(found(body(['p', { id: 'n1' }, 'Chapter one.']), link('likely'))).to.equal(null);
  });

  it('ignores backlinks from a note to the text', () => {
    const text = p('A long sentence', ['a', { id: 'n1', href: 'section:0#r1' }, '1'], ' goes on.');
    expect(found(body(text), link('likely'))).to.equal(null);
  });

  it('includes all paragraphs of the note’s container but no other note', () => {
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

  it('ignores targets that are as long as a chapter', () => {
    expect(found(body(['p', { id: 'n1' }, 'x'.repeat(20_001)]), link('stated'))).to.equal(null);
    expect(found(body(p('x')), link('stated'))).to.equal(null);
  });

  it('removes backlinks, keeping numbers as text and dropping arrows', () => {
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

  it('drops the words of a backlink at the end, but not those of the note', () => {
    const shown = (...content: Tree[]) =>
      JSON.stringify(noteTree([['p', { id: 'n1' }, ...content]], new Set(['section:0#r1'])));
    const backlink = (text: string): TreeElement => ['a', { href: 'section:0#r1' }, text];
    for (const word of ['Back', '[Return to text]', 'Zurück', '返回', 'العودة'])
      expect(shown('1. A note. ', backlink(word))).to.not.contain(word);
    for (const label of ['Note 3', 'a', '†', '12'])
      expect(shown('A note. ', backlink(label))).to.contain(label);
    expect(shown(backlink('Ivan'), ', a coachman.')).to.contain('Ivan');
    expect(shown(backlink('ibid.'))).to.contain('ibid.');
  });

  it('removes a leading rule', () => {
    const note: TreeElement = ['aside', { id: 'n1' }, '\n', ['div', {}, ['hr', {}], p('A note.')]];
    expect(JSON.stringify(noteTree([['body', {}], note], new Set()))).not.to.contain('hr');
    const parted: TreeElement = ['aside', {}, p('One.'), ['hr', {}], p('Two.')];
    expect(JSON.stringify(noteTree([parted], new Set()))).to.contain('hr');
  });
});

describe('positionNote', () => {
  const note = { width: 300, height: 100 };
  const viewport = { width: 400, height: 600 };
  const at = (top: number, left = 200) => ({ left, top, width: 10, height: 20 });

  it('places the note below its link, or above it at the bottom of the page, and always inside the page', () => {
    expect(positionNote(at(100), note, viewport)).to.deep.equal({ left: 55, top: 128 });
    expect(positionNote(at(560), note, viewport)).to.deep.equal({ left: 55, top: 452 });
    expect(positionNote(at(100, 0), note, viewport).left).to.equal(8);
    expect(positionNote(at(100, 390), note, viewport).left).to.equal(92);
    const high = { width: 300, height: 580 };
    expect(positionNote(at(300), high, viewport).top).to.equal(8);
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

/** Opens a note. The feature loads after the text, and until then the link navigates. */
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
  it('opens at its link, takes focus and returns it', async () => {
    const reader = await open({ book: notes, width: 700 });
    const link = await openNote(reader, 'section:0#fn-1');
    expect(textIn(reader)).to.match(/^The harbour of Nantucket; see the end or elsewhere\.$/);
    const box = noteOf(reader)?.box;
    await waitUntil(() => box && focusIn(reader) === box, 'the focus');
    expect(box?.getAttribute('role')).to.equal('dialog');
    expect(box?.ariaLabel).to.equal('Note');
    const rect = box?.getBoundingClientRect();
    expect(rect?.top).to.be.greaterThan(link.getBoundingClientRect().bottom);
    await Promise.all((box?.getAnimations() ?? []).map(({ finished }) => finished));
    await expect(noteOf(reader)).to.be.accessible();
    box?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
    expect(noteOf(reader)).to.equal(null);
    expect(focusIn(reader)).to.equal(link);
    expect(reader.locator?.locations.offset).to.equal(0);
  });

  it('stays open on repeated events for the same position and closes on scrolling', async () => {
    const reader = await open({ book: notes, mode: 'scroll' });
    await openNote(reader, 'section:0#fn-1');
    const dispatchMove = (further: number) => {
      const { section, offset } = pageOf(reader).rendition?.position ?? { section: 0, offset: 0 };
      const rect = { section, offset: offset + further };
      const lines = { start: rect.offset, end: rect.offset + 100, page: 0, pages: 2 };
      const view = { section, ...lines, isFirst: false, isLast: false };
      pageOf(reader).dispatchEvent(new PageMoveEvent(view, rect, true));
    };
    dispatchMove(0);
    expect(noteOf(reader) !== null).to.equal(true);
    dispatchMove(40);
    expect(noteOf(reader)).to.equal(null);
  });

  it('is slightly smaller than the text at any font size', async () => {
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

  it('stays in its box despite hostile book styles', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    const overrides = new CSSStyleSheet();
    overrides.replaceSync(':host { position: fixed !important; inset: 0 !important; }');
    const host = noteOf(reader)?.firstElementChild;
    host?.shadowRoot?.adoptedStyleSheets.push(overrides);
    // An element with a transform is the containing block of fixed descendants.
    const moving = noteOf(reader)?.box?.getAnimations() ?? [];
    await Promise.all(moving.map(({ finished }) => finished));
    const box = noteOf(reader)?.box?.getBoundingClientRect();
    const text = host?.getBoundingClientRect();
    expect(text?.height).to.be.at.most(box?.height ?? 0);
    expect(text?.width).to.be.at.most(box?.width ?? 0);
  });

  it('is recognized by its appearance in older books, even in another section', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#old-2');
    expect(textIn(reader)).to.equal(
      '[2] Drawn in the year of the great storm.It was lost in the next.',
    );
    await openNote(reader, 'section:1#end-3');
    await waitUntil(() => textIn(reader) === 'Where the lantern stands.', 'the endnote');
  });

  it('is at the bottom of the screen on phones', async () => {
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

  it('goes to its position in the book and follows its own links', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:1#end-3');
    const request = new Promise((resolve) =>
      reader.addEventListener('svc-go-to-request', resolve, { once: true }),
    );
    noteOf(reader)?.shadowRoot?.querySelector<HTMLElement>('.go')?.click();
    await request;
    await waitUntil(() => reader.locator?.locations.section === 1, 'the notes');
    expect(noteOf(reader)).to.equal(null);
    reader.goTo({ section: 0, offset: 0 });
    await waitUntil(() => reader.locator?.locations.section === 0, 'the text');
    await openNote(reader, 'section:0#fn-1');
    const content = noteOf(reader)?.firstElementChild?.shadowRoot;
    content?.querySelector('a')?.click();
    await waitUntil(() => reader.locator?.locations.section === 1, 'the target of its link');
    expect(noteOf(reader)).to.equal(null);
  });

  it('closes on a press elsewhere without turning the page', async () => {
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

  it('closes with Escape if nothing has focus, and when focus moves elsewhere', async () => {
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
    // The reader must handle the key. Otherwise, a dialog around the reader would also close.
    expect(escape.defaultPrevented).to.equal(true);
    expect(focusIn(reader)).to.equal(link);
    await openNote(reader, 'section:0#fn-1');
    await leave();
    const toolbar = reader.shadowRoot?.querySelector('svc-toolbar')?.shadowRoot;
    toolbar?.querySelector<HTMLElement>('button')?.focus();
    expect(noteOf(reader)).to.equal(null);
  });

  it('ignores other links', async () => {
    const reader = await open({ book: notes, width: 700 });
    await openNote(reader, 'section:0#fn-1');
    reader.next();
    (await linkTo(reader, 'section:0#title')).click();
    await waitUntil(() => reader.locator?.locations.offset === 0, 'the title');
    expect(noteOf(reader)).to.equal(null);
  });

  it('has vertical lines in a book with vertical lines', async () => {
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
