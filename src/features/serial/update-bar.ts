import type { Messages } from '../../i18n/messages.ts';
import { defineElements } from '../../ui/define-elements.ts';
import { SvcChapterUpdates, type ChapterUpdate } from '../../ui/svc-chapter-updates.ts';

export interface UpdateBar {
  /** Shows an update, or hides the bar if the update is null. */
  show(news: ChapterUpdate | null): void;
  /** Makes the bar inert while a panel covers the reader. */
  setCovered(isCovered: boolean): void;
}

export interface UpdateBarOptions {
  /** The reader's render root, which contains its frame. */
  root: ParentNode;
  messages: () => Messages | null;
  onAccept: () => void;
  onDismiss: () => void;
  /** Called when the bar closes while it has focus. */
  onFocusLost: () => void;
}

/**
 * Creates the bar for chapter updates. It replaces the progress bar so that it covers no text.
 * Readers without bars have none.
 */
export function createUpdateBar(options: UpdateBarOptions): UpdateBar {
  const { root, messages, onAccept, onDismiss, onFocusLost } = options;
  defineElements({ 'svc-chapter-updates': SvcChapterUpdates });
  let bar: SvcChapterUpdates | null = null;

  function open(): SvcChapterUpdates | null {
    const frame = root.querySelector('.shell:not(.bare)');
    const text = messages();
    if (!frame || !text) return null;
    const element = Object.assign(document.createElement('svc-chapter-updates'), {
      messages: text,
      chapterUpdate: null,
    });
    element.addEventListener('svc-news-accept', onAccept);
    element.addEventListener('svc-news-dismiss', onDismiss);
    frame.append(element);
    hideProgress(true);
    return element;
  }

  function close(): void {
    const hadFocus = bar?.matches(':focus-within');
    bar?.remove();
    bar = null;
    hideProgress(false);
    if (hadFocus) onFocusLost();
  }

  /**
   * Hides the progress bar with `visibility` so that covered controls cannot be reached with the
   * Tab key.
   */
  function hideProgress(isHidden: boolean): void {
    const bar = [...root.querySelectorAll<HTMLElement>('.bar')].at(-1);
    if (bar) bar.style.visibility = isHidden ? 'hidden' : '';
  }

  return {
    show(news) {
      if (!news) return close();
      bar ??= open();
      const shown = bar;
      void shown?.updateComplete.then(() => (shown.chapterUpdate = news));
    },
    setCovered(isCovered) {
      if (bar) bar.inert = isCovered;
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-chapter-updates': SvcChapterUpdates;
  }
}
