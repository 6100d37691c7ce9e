import {
  type MarkRequest,
  GoToRequestEvent,
  PanelRequestEvent,
  SearchRequestEvent,
} from '../../events/request-events.ts';
import {
  maxFileBytes,
  readAnnotationSet,
  toAnnotationSet,
} from '../../annotations/annotation-set.ts';
import {
  newAnnotationId,
  type Annotation,
  type HighlightColor,
} from '../../annotations/annotation.ts';
import { annotationsToMarkdown } from '../../annotations/annotations-to-markdown.ts';
import { selectedText, type SelectedText } from '../../rendition/selection.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';
import { bookmarksOn } from './bookmarks-on.ts';
import type { AnnotatedBook, AnnotatedReader } from './start-annotating.ts';
import type { AnnotationMenuController } from './annotation-menu-controller.ts';
import type { AnnotationCollection } from './annotation-collection.ts';
import { createAnnotation } from './create-annotation.ts';
import type { KeyboardSelection } from './keyboard-selection.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';

type AnnotationRequestContext = AnnotatedBook & {
  shelf: AnnotationCollection;
  menu: AnnotationMenuController;
  steps: KeyboardSelection;
  views: () => Iterable<SectionView>;
};

/** Does what is asked of marks, until the signal is raised. */
export function handleAnnotationRequests(
  reader: AnnotatedReader,
  by: AnnotationRequestContext,
  signal: AbortSignal,
): void {
  const { shelf, menu, steps, store, page, messages, views, embed } = by;
  let lastColor: HighlightColor = 'yellow';
  let isVisitTold = false;

  reader.addEventListener('svc-mark-request', ({ request }) => void answer(request), { signal });
  reader.addEventListener('svc-bookmark-request', toggleBookmark, { signal });
  page.addEventListener('keydown', onKey, { signal });

  async function answer(request: MarkRequest): Promise<void> {
    const words = messages();
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
        return menu.announce(words.deleted, { canUndo: true });
      case 'undo':
        menu.clearMessage();
        if (shelf.undo()) menu.announce(words.restored);
        return;
      case 'go': {
        const mark = shelf.find(request.id);
        if (mark) reader.dispatchEvent(new GoToRequestEvent(mark.section, mark.start));
        return;
      }
      case 'copy': {
        const quote = quoteOf(request.id);
        const isCopied = quote !== null && (await copyText(`“${quote}”\n${quoteSource(embed)}`));
        menu.close();
        return menu.announce(isCopied ? words.copied : words.linkNotCopied, { canUndo: false });
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

  function highlight(color: HighlightColor): Annotation | null {
    const { book } = store.state;
    const selected = selection();
    const words = messages();
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
      : createAnnotation(selected, book, { kind: 'highlight', color });
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
    else menu.openForNewNote(mark);
  }

  function change(id: string, { color, note }: { color?: HighlightColor; note?: string }): void {
    const mark = shelf.find(id);
    const words = messages();
    if (!mark || !words) return;
    if (color) lastColor = color;
    const changed = { color: color ?? mark.color, note: note ?? mark.note };
    shelf.put({ ...mark, ...changed, updatedAt: new Date().toISOString() });
    menu.close();
    menu.announce(note === undefined ? words.colors[changed.color] : words.noteSaved);
  }

  function toggleBookmark(): void {
    const { view, annotations, book } = store.state;
    const words = messages();
    const on = [...views()].find(({ section }) => section.index === view?.section);
    if (!view || !annotations || !book || !on || !words) return;
    const there = bookmarksOn(view, annotations);
    if (there.length > 0) {
      for (const { id } of there) shelf.delete(id);
      return menu.announce(words.deleted, { canUndo: true });
    }
    const at = { view: on, start: view.start, end: view.start };
    shelf.put(createAnnotation(at, book, { kind: 'bookmark', color: 'yellow' }));
    told(words.bookmarkSet);
  }

  /** Says what was made, and once that it is not kept. */
  function told(what: string): void {
    const words = messages();
    if (!words || shelf.state.storage !== 'visit' || isVisitTold) return menu.announce(what);
    isVisitTold = true;
    menu.announce(words.annotationsNotSaved, { canUndo: false });
  }

  function quoteOf(id?: string): string | null {
    if (id) return shelf.find(id)?.quote.exact.trim() ?? null;
    const { book } = store.state;
    const selected = selection();
    if (!selected || !book) return null;
    return createAnnotation(selected, book, { kind: 'highlight', color: lastColor }).quote.exact;
  }

  function save(format: 'json' | 'markdown'): void {
    const words = messages();
    const { book } = store.state;
    if (!words || !book) return;
    const { list } = shelf.state;
    if (format === 'markdown') {
      const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long' });
      const date = (iso: string) => day.format(new Date(iso));
      const made = annotationsToMarkdown(list, book.title, { bookmark: words.bookmark, date });
      return saveFile(fileName(book.title, 'md'), 'text/markdown', made);
    }
    const id = newAnnotationId((bytes) => crypto.getRandomValues(bytes));
    const set = toAnnotationSet(list, { id, nowIso: new Date().toISOString(), book });
    const json = JSON.stringify(set, null, 2);
    saveFile(fileName(book.title, 'json'), 'application/ld+json', json);
  }

  async function take(file: Blob): Promise<void> {
    const json = file.size <= maxFileBytes ? await file.text() : '';
    const words = messages();
    if (signal.aborted || !words) return;
    const marks = readAnnotationSet(json, new Date().toISOString());
    const count = marks && shelf.merge(marks);
    shelf.reportImport(count);
    menu.announce(count === null ? words.importFailed : words.imported(count), { canUndo: false });
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!store.state.settings.shortcuts) return;
    const key = event.key.toLowerCase();
    if (key !== 'h' && key !== 'n') return;
    event.preventDefault();
    if (!selection()) return steps.start();
    void answer({ type: key === 'h' ? 'highlight' : 'note' });
  }
}

/** Puts a text on the clipboard; false where that is refused. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** For pages without TLS, which have no clipboard of their own. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = true;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  return isCopied;
}

/** Lets the person save a text as a file. */
function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as the name of a file. */
function fileName(title: string, extension: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${name || 'book'}.${extension}`;
}

/** Where a quote is from: who wrote it, in which book, and the page that it was read on. */
function quoteSource({ book }: Embed): string {
  const authors = book.contributors.filter(({ role }) => role === 'aut').map(({ name }) => name);
  const by = [authors.join(', '), book.title].filter((part) => part !== '').join(', ');
  return `${by}\n${location.href}`;
}
