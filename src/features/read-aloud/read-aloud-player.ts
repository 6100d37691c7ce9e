import type { SectionContent } from '../../../server/reading-sessions/contract.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import type { SvcPage } from '../../rendition/svc-page.ts';
import type { ReadAloudState } from '../../state/read-aloud.ts';
import type { TextPosition } from '../../state/progress.ts';
import { adjacentSection } from '../../state/reading-order.ts';
import type { OpenBook, PageView } from '../../state/reader-state.ts';
import type { PassageListener, Narrator, Passage } from './narrator.ts';
import { PageFollower } from './page-follower.ts';
import { SpokenHighlight } from './spoken-highlight.ts';

/** Semantics that listeners can skip (EPUB Reading Systems 3.3, section 9.3.2). */
const asides = new Set([
  'pagebreak',
  'footnote',
  'endnote',
  'rearnote',
  'footnotes',
  'endnotes',
  'rearnotes',
  'note',
  'annotation',
  'noteref',
]);
export interface ReadAloudOptions {
  page: SvcPage;
  /** Returns the current reading order, with undefined for inaccessible and silent sections. */
  order: () => readonly (OpenBook['order'][number] | undefined)[];
  load: (index: number) => Promise<LoadedSection>;
  /** Position at which narration starts. */
  start: TextPosition;
  isPlaying: () => boolean;
  /** Reports a state change, or null at the end of the book. */
  report: (change: Partial<ReadAloudState> | null) => void;
}

/**
 * Plays a narrator through the book and turns the pages along with it until the signal is aborted.
 */
export class ReadAloudPlayer<Spoken extends Passage> {
  readonly #narrator: Narrator<Spoken>;
  readonly #book: ReadAloudOptions;
  readonly #signal: AbortSignal;
  readonly #highlight: SpokenHighlight;
  readonly #follower: PageFollower;
  #section: SectionContent | null = null;
  #passages: readonly Spoken[] = [];
  #at = 0;
  #skipsAsides = false;
  /** Incremented by every new command so that the results of older commands are ignored. */
  #command = 0;

  constructor(narrator: Narrator<Spoken>, book: ReadAloudOptions, signal: AbortSignal) {
    this.#narrator = narrator;
    this.#book = book;
    this.#signal = signal;
    this.#highlight = new SpokenHighlight(book.page, signal);
    const listener = {
      onAwayChange: (isAway: boolean) => book.report({ isAway }),
      onPageTurn: (view: PageView) => book.isPlaying() && this.#continueAt(view),
    };
    this.#follower = new PageFollower(book.page, listener, signal);
    signal.addEventListener('abort', () => narrator.stop());
    void this.#enter(book.start.section, 1, book.start.offset);
  }

  /** Moves one passage backward or forward. */
  step(step: 1 | -1): void {
    this.#follower.returnToSpoken();
    this.#goTo(this.#at + step, step);
  }

  /**
   * Continues after a pause, either at the page that the reader turned to or where narration
   * stopped.
   */
  resume(): void {
    const { otherPage } = this.#follower;
    if (!otherPage || !this.#continueAt(otherPage)) this.#narrator.resume();
  }

  /** Speaks the failed passage again. */
  retry(): void {
    const { start } = this.#book;
    if (this.#section) this.#speak(this.#at);
    else void this.#enter(start.section, 1, start.offset);
  }

  /** Leaves the current table, list or note. */
  escape(): void {
    const { escape } = this.#passages[this.#at] ?? {};
    if (escape != null) this.#goTo(escape, 1);
  }

  skipAsides(skipsAsides: boolean): void {
    this.#skipsAsides = skipsAsides;
    const passage = this.#passages[this.#at];
    if (skipsAsides && passage && isAside(passage)) this.#goTo(this.#at, 1);
  }

  /** Turns the page to the spoken passage. */
  returnToSpoken(): void {
    this.#follower.returnToSpoken();
  }

  #goTo(from: number, step: 1 | -1): void {
    const at = nextPassage(this.#passages, from, step, this.#skipsAsides);
    if (at !== null) return this.#speak(at);
    const current = this.#section?.index ?? 0;
    const adjacent = adjacentSection(this.#book.order(), current, step);
    if (adjacent !== null) void this.#enter(adjacent, step, step > 0 ? 0 : Infinity);
    else if (step > 0) this.#book.report(null);
    else this.#speak(this.#at);
  }

  /**
   * Continues at a page. Returns false if its section is not spoken or the narrator does not follow
   * page turns.
   */
  #continueAt({ section, start, end }: PageView): boolean {
    if (!this.#narrator.followsPageTurns || !this.#book.order()[section]) return false;
    void this.#enter(section, 1, start, end);
    return true;
  }

  /** @param end - End of the page that begins at the offset. */
  async #enter(index: number, step: 1 | -1, offset: number, end = offset): Promise<void> {
    this.#command += 1;
    const command = this.#command;
    const { page, load, report } = this.#book;
    report({ status: 'loading' });
    try {
      const current = page.rendition?.views.get(index);
      const { section } = current && !current.isIncomplete ? current : await load(index);
      if (this.#signal.aborted || command !== this.#command) return;
      this.#section = section;
      this.#passages = this.#narrator.passagesOf(section);
      report({ hasAsides: this.#passages.some(isAside) });
      // Skip a passage that began on the previous page, because it would turn back to that page.
      const onPage = this.#passages.findIndex(({ start }) => start >= offset && start < end);
      const at = onPage === -1 ? passageAt(this.#passages, offset) : onPage;
      this.#at = step > 0 ? at : this.#passages.length - 1;
      this.#goTo(this.#at, step);
    } catch {
      if (!this.#signal.aborted && command === this.#command)
        report({ status: 'failed', failure: 'broken' });
    }
  }

  #speak(at: number): void {
    const section = this.#section;
    const passage = this.#passages[at];
    if (!section || !passage) return;
    this.#command += 1;
    this.#at = at;
    const { start, end } = passage;
    const id = 'id' in passage && typeof passage.id === 'string' ? passage.id : '';
    this.#highlight.show({
      section: section.index,
      start,
      end,
      id,
      overlay: section.overlay ?? null,
    });
    this.#follower.follow({ section: section.index, offset: start });
    this.#book.report({ status: 'playing', failure: null, canEscape: passage.escape !== null });
    this.#narrator.speak(passage, section, this.#passageListener(section.index));
  }

  #passageListener(section: number): PassageListener {
    const { report } = this.#book;
    const command = this.#command;
    const isCurrent = () => command === this.#command && !this.#signal.aborted;
    return {
      onEnd: () => {
        if (isCurrent()) this.#goTo(this.#at + 1, 1);
      },
      onPosition: (offset) => {
        if (isCurrent()) this.#follower.follow({ section, offset });
      },
      onWord: (start, end) => {
        if (!isCurrent()) return;
        this.#highlight.showWord(start, end);
        this.#follower.follow({ section, offset: start });
      },
      onFail: (failure) => {
        if (isCurrent()) report({ status: 'failed', failure });
      },
      onPause: () => {
        if (isCurrent()) report({ status: 'paused' });
      },
    };
  }
}

function isAside({ types }: Passage): boolean {
  return types.some((type) => asides.has(type));
}

/**
 * Returns the index of the first passage that ends after a text offset, or the number of passages
 * if there is none.
 */
function passageAt(passages: readonly Passage[], offset: number): number {
  const found = passages.findIndex(({ start, end }) => end > offset || start >= offset);
  return found === -1 ? passages.length : found;
}

/**
 * Returns the index of the next passage to speak from an index in either direction, or null if
 * there is none.
 */
function nextPassage(
  passages: readonly Passage[],
  from: number,
  step: 1 | -1,
  skipsAsides: boolean,
): number | null {
  for (let at = from; at >= 0 && at < passages.length; at += step) {
    const passage = passages[at];
    if (passage && !(skipsAsides && isAside(passage))) return at;
  }
  return null;
}
