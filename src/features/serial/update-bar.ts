import type { Messages } from '../../i18n/messages.ts';
import { defineElements } from '../../ui/define-elements.ts';
import type { ChapterUpdate, SvcChapterUpdates } from '../../ui/svc-chapter-updates.ts';

export interface UpdateBar {
  /** Shows an update, or hides the bar if the update is null. */
  show(news: ChapterUpdate | null): void;
  /** Makes the bar inert while a panel covers the reader. */
  setCovered(isPanelOpen: boolean): void;
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
  let bar: SvcChapterUpdates | null = null;
  let latest: ChapterUpdate | null = null;
  let isCovered = false;

  /** Loads the bar with the first update, because most books have none while they are open. */
  async function showUpdate(news: ChapterUpdate): Promise<void> {
    const module = await import('../../ui/svc-chapter-updates.ts').catch(() => null);
    // If loading failed, the next update tries again.
    if (!module || latest !== news) return;
    defineElements({ 'svc-chapter-updates': module.SvcChapterUpdates });
    bar ??= open();
    const shown = bar;
    await shown?.updateComplete;
    if (shown) shown.chapterUpdate = news;
  }

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
    element.inert = isCovered;
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
      latest = news;
      if (!news) return close();
      void showUpdate(news);
    },
    setCovered(isPanelOpen) {
      isCovered = isPanelOpen;
      if (bar) bar.inert = isPanelOpen;
    },
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-chapter-updates': SvcChapterUpdates;
  }
}
