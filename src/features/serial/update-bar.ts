import type { Messages } from '../../i18n/messages.ts';
import type { ChapterUpdate, SvcChapterUpdates } from '../../ui/svc-chapter-updates.ts';

export interface UpdateBar {
  /** Shows something else, or nothing. */
  show(news: ChapterUpdate | null): void;
  /** While something else covers the reader. */
  setCovered(isCovered: boolean): void;
}

export interface UpdateBarOptions {
  /** The reader’s own root, in which its frame is. */
  root: ParentNode;
  messages: () => Messages | null;
  onAccept: () => void;
  onDismiss: () => void;
  /** Called where the focus was in a line that goes. */
  onFocusLost: () => void;
}

/** The line for news, in place of the progress: it covers no text. A reader without bars has none. */
export function createUpdateBar(options: UpdateBarOptions): UpdateBar {
  const { root, messages, onAccept, onDismiss, onFocusLost } = options;
  let line: SvcChapterUpdates | null = null;

  function open(): SvcChapterUpdates | null {
    const frame = root.querySelector('.shell:not(.bare)');
    const words = messages();
    if (!frame || !words) return null;
    const made = Object.assign(document.createElement('svc-chapter-updates'), {
      messages: words,
      chapterUpdate: null,
    });
    made.addEventListener('svc-news-accept', onAccept);
    made.addEventListener('svc-news-dismiss', onDismiss);
    frame.append(made);
    hideProgress(true);
    return made;
  }

  function close(): void {
    const hadFocus = line?.matches(':focus-within');
    line?.remove();
    line = null;
    hideProgress(false);
    if (hadFocus) onFocusLost();
  }

  /** What is covered must not be reached by the Tab key. */
  function hideProgress(isHidden: boolean): void {
    const bar = [...root.querySelectorAll<HTMLElement>('.bar')].at(-1);
    if (bar) bar.style.visibility = isHidden ? 'hidden' : '';
  }

  return {
    show(news) {
      if (!news) return close();
      line ??= open();
      const shown = line;
      void shown?.updateComplete.then(() => (shown.chapterUpdate = news));
    },
    setCovered(isCovered) {
      if (line) line.inert = isCovered;
    },
  };
}
