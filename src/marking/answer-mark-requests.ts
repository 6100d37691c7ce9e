import type { MarkRequest } from '../controls/mark-request-event.ts';
import { GoToRequestEvent, PanelRequestEvent } from '../controls/request-events.ts';
import { SearchRequestEvent } from '../controls/request-events.ts';
import { mostBytes, readAnnotationSet, toAnnotationSet } from '../marks/annotation-set.ts';
import { newMarkId, type Mark, type MarkColor } from '../marks/mark.ts';
import { toMarkdown } from '../marks/to-markdown.ts';
import { selectedText, type SelectedText } from '../page/selected-text.ts';
import type { SectionView } from '../page/section-view.ts';
import { bookmarksOn } from './bookmarks.ts';
import { copyText } from './copy-quote.ts';
import type { MarkedBook, MarkedReader } from './follow-marks.ts';
import type { MarkMenu } from './mark-menu.ts';
import type { MarkShelf } from './mark-shelf.ts';
import { newMark } from './new-mark.ts';
import { fileName, saveFile } from './save-file.ts';
import { sourceOf } from './source-of.ts';
import type { StepSelection } from './step-selection.ts';

type AnswerBy = MarkedBook & {
  shelf: MarkShelf;
  menu: MarkMenu;
  steps: StepSelection;
  views: () => Iterable<SectionView>;
};

/** Does what is asked of marks, until the signal is raised. */
export function answerMarkRequests(reader: MarkedReader, by: AnswerBy, signal: AbortSignal): void {
  const { shelf, menu, steps, store, page, text, views, embed } = by;
  let lastColor: MarkColor = 'yellow';
  let isVisitTold = false;

  reader.addEventListener('svc-mark-request', ({ request }) => void answer(request), { signal });
  reader.addEventListener('svc-bookmark-request', toggleBookmark, { signal });
  page.addEventListener('keydown', onKey, { signal });

  async function answer(request: MarkRequest): Promise<void> {
    const words = text();
    if (!words) return;
    switch (request.type) {
      case 'highlight':
        return void highlight(request.color ?? lastColor);
      case 'note':
        return note();
      case 'change':
        return change(request.id, request);
      case 'delete':
        menu.close();
        shelf.delete(request.id);
        return menu.tell(words.deleted, { canUndo: true });
      case 'undo':
        menu.clearLine();
        if (shelf.undo()) menu.tell(words.restored);
        return;
      case 'go': {
        const mark = shelf.find(request.id);
        if (mark) reader.dispatchEvent(new GoToRequestEvent(mark.section, mark.start));
        return;
      }
      case 'copy': {
        const quote = quoteOf(request.id);
        const isCopied = quote !== null && (await copyText(`“${quote}”\n${sourceOf(embed)}`));
        menu.close();
        return menu.tell(isCopied ? words.copied : words.linkNotCopied, { canUndo: false });
      }
      case 'find': {
        const quote = quoteOf();
        menu.close();
        if (quote === null) return;
        reader.dispatchEvent(new SearchRequestEvent({ type: 'find', query: quote.slice(0, 100) }));
        reader.dispatchEvent(new PanelRequestEvent('search'));
        return;
      }
      case 'export':
        return save(request.format);
      case 'import':
        return void (await take(request.file));
      case 'reload':
        return shelf.load();
    }
  }

  function selection(): SelectedText | null {
    return selectedText(views(), store.state.view) ?? menu.selected;
  }

  function highlight(color: MarkColor): Mark | null {
    const { book } = store.state;
    const selected = selection();
    const words = text();
    if (!book || !selected || !words) return null;
    const { start, end, view } = selected;
    const same = shelf.state.list.find(
      (mark) =>
        mark.kind === 'highlight' &&
        mark.section === view.section.index &&
        mark.start === start &&
        mark.end === end,
    );
    const made = same
      ? { ...same, color, updatedAt: new Date().toISOString() }
      : newMark(selected, book, { kind: 'highlight', color });
    lastColor = color;
    document.getSelection()?.removeAllRanges();
    menu.selected = null;
    menu.close();
    shelf.put(made);
    told(words.highlighted);
    return made;
  }

  function note(): void {
    const before = new Set(shelf.state.list.map(({ id }) => id));
    const mark = highlight(lastColor);
    if (!mark) return;
    if (before.has(mark.id)) menu.open(mark, { isNoting: true, takesFocus: true });
    else menu.note(mark);
  }

  function change(id: string, { color, note }: { color?: MarkColor; note?: string }): void {
    const mark = shelf.find(id);
    const words = text();
    if (!mark || !words) return;
    if (color) lastColor = color;
    const changed = { color: color ?? mark.color, note: note ?? mark.note };
    shelf.put({ ...mark, ...changed, updatedAt: new Date().toISOString() });
    menu.close();
    menu.tell(note === undefined ? words.colors[changed.color] : words.noteSaved);
  }

  function toggleBookmark(): void {
    const { view, marks, book } = store.state;
    const words = text();
    const on = [...views()].find(({ section }) => section.index === view?.section);
    if (!view || !marks || !book || !on || !words) return;
    const there = bookmarksOn(view, marks);
    if (there.length > 0) {
      for (const { id } of there) shelf.delete(id);
      return menu.tell(words.deleted, { canUndo: true });
    }
    const at = { view: on, start: view.start, end: view.start };
    shelf.put(newMark(at, book, { kind: 'bookmark', color: 'yellow' }));
    told(words.bookmarkSet);
  }

  /** Says what was made, and once that it is not kept. */
  function told(what: string): void {
    const words = text();
    if (!words || shelf.state.storage !== 'visit' || isVisitTold) return menu.tell(what);
    isVisitTold = true;
    menu.tell(words.marksForVisit, { canUndo: false });
  }

  function quoteOf(id?: string): string | null {
    if (id) return shelf.find(id)?.quote.exact.trim() ?? null;
    const { book } = store.state;
    const selected = selection();
    if (!selected || !book) return null;
    return newMark(selected, book, { kind: 'highlight', color: lastColor }).quote.exact;
  }

  function save(format: 'json' | 'markdown'): void {
    const words = text();
    const { book } = store.state;
    if (!words || !book) return;
    const { list } = shelf.state;
    if (format === 'markdown') {
      const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' });
      const date = (iso: string) => day.format(new Date(iso));
      const made = toMarkdown(list, book.title, { bookmark: words.bookmark, date });
      return saveFile(fileName(book.title, 'md'), 'text/markdown', made);
    }
    const id = newMarkId((bytes) => crypto.getRandomValues(bytes));
    const set = toAnnotationSet(list, { id, nowIso: new Date().toISOString(), book });
    const json = JSON.stringify(set, null, 2);
    saveFile(fileName(book.title, 'json'), 'application/ld+json', json);
  }

  async function take(file: Blob): Promise<void> {
    const json = file.size <= mostBytes ? await file.text() : '';
    const words = text();
    if (signal.aborted || !words) return;
    const marks = readAnnotationSet(json, new Date().toISOString());
    const count = marks && shelf.merge(marks);
    shelf.tellImport(count);
    menu.tell(count === null ? words.importFailed : words.imported(count), { canUndo: false });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!store.state.settings.shortcuts) return;
    const key = event.key.toLowerCase();
    if (key !== 'h' && key !== 'n') return;
    event.preventDefault();
    if (!selection()) return steps.begin();
    void answer({ type: key === 'h' ? 'highlight' : 'note' });
  }
}
