import type { Messages } from '../text/messages.ts';
import type { News, SvcNews } from '../controls/svc-news.ts';

export interface NewsLine {
  /** Shows something else, or nothing. */
  show(news: News | null): void;
  /** While something else covers the reader. */
  cover(isCovered: boolean): void;
}

export interface NewsLineOptions {
  /** The reader’s own root, in which its frame is. */
  root: ParentNode;
  text: () => Messages | null;
  onAccept: () => void;
  onDismiss: () => void;
  /** Called where the focus was in a line that goes. */
  onFocusLost: () => void;
}

/** The line for news, in place of the progress: it covers no text. A reader without bars has none. */
export function newsLine(options: NewsLineOptions): NewsLine {
  const { root, text, onAccept, onDismiss, onFocusLost } = options;
  let line: SvcNews | null = null;

  function open(): SvcNews | null {
    const frame = root.querySelector('.shell:not(.bare)');
    const words = text();
    if (!frame || !words) return null;
    const made = Object.assign(document.createElement('svc-news'), { text: words, news: null });
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
      void shown?.updateComplete.then(() => (shown.news = news));
    },
    cover(isCovered) {
      if (line) line.inert = isCovered;
    },
  };
}
