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

/** What a listener may want passed over (EPUB Reading Systems 3.3, 9.3.2). */
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
  /** The reading order as it is now; nothing stands where a section may not be read, or is not spoken. */
  order: () => readonly (OpenBook['order'][number] | undefined)[];
  load: (index: number) => Promise<LoadedSection>;
  /** Where somebody begins to listen. */
  start: TextPosition;
  isPlaying: () => boolean;
  /** What has changed for whoever listens; null: the book is at its end. */
  report: (change: Partial<ReadAloudState> | null) => void;
}

/** Leads a narrator through the book, and the pages behind it; until the signal is raised. */
export class ReadAloudPlayer<Spoken extends Passage> {
  readonly #narrator: Narrator<Spoken>;
  readonly #book: ReadAloudOptions;
  readonly #signal: AbortSignal;
  readonly #mark: SpokenHighlight;
  readonly #follower: PageFollower;
  #section: SectionContent | null = null;
  #passages: readonly Spoken[] = [];
  #at = 0;
  #skipsAsides = false;
  /** Raised by every new wish: an answer that comes after it is nobody’s. */
  #wish = 0;

  constructor(narrator: Narrator<Spoken>, book: ReadAloudOptions, signal: AbortSignal) {
    this.#narrator = narrator;
    this.#book = book;
    this.#signal = signal;
    this.#mark = new SpokenHighlight(book.page, signal);
    const voice = {
      onAwayChange: (isAway: boolean) => book.report({ isAway }),
      onPageTurn: (view: PageView) => book.isPlaying() && this.#goWith(view),
    };
    this.#follower = new PageFollower(book.page, voice, signal);
    signal.addEventListener('abort', () => narrator.stop());
    void this.#enter(book.start.section, 1, book.start.offset);
  }

  /** Back or forward by a passage. */
  step(step: 1 | -1): void {
    this.#follower.returnToSpoken();
    this.#goTo(this.#at + step, step);
  }

  /** After a pause: from the page that the person has turned to meanwhile, else from where it was. */
  resume(): void {
    const { otherPage } = this.#follower;
    if (!otherPage || !this.#goWith(otherPage)) this.#narrator.resume();
  }

  /** Speaks once more what failed. */
  retry(): void {
    const { start } = this.#book;
    if (this.#section) this.#say(this.#at);
    else void this.#enter(start.section, 1, start.offset);
  }

  /** Leaves the table, list or note that is spoken. */
  escape(): void {
    const { escape } = this.#passages[this.#at] ?? {};
    if (escape != null) this.#goTo(escape, 1);
  }

  skipAsides(skipsAsides: boolean): void {
    this.#skipsAsides = skipsAsides;
    const passage = this.#passages[this.#at];
    if (skipsAsides && passage && isAside(passage)) this.#goTo(this.#at, 1);
  }

  /** Turns the pages to what is spoken. */
  returnToSpoken(): void {
    this.#follower.returnToSpoken();
  }

  #goTo(from: number, step: 1 | -1): void {
    const at = nextPassage(this.#passages, from, step, this.#skipsAsides);
    if (at !== null) return this.#say(at);
    const here = this.#section?.index ?? 0;
    const beside = adjacentSection(this.#book.order(), here, step);
    if (beside !== null) void this.#enter(beside, step, step > 0 ? 0 : Infinity);
    else if (step > 0) this.#book.report(null);
    else this.#say(this.#at);
  }

  /** Speaks on from a page; false when nothing of its section is spoken, or not by this narrator. */
  #goWith({ section, start, end }: PageView): boolean {
    if (!this.#narrator.followsPageTurns || !this.#book.order()[section]) return false;
    void this.#enter(section, 1, start, end);
    return true;
  }

  /** @param end - Where the page ends that begins at the offset. */
  async #enter(index: number, step: 1 | -1, offset: number, end = offset): Promise<void> {
    this.#wish += 1;
    const wish = this.#wish;
    const { page, load, report } = this.#book;
    report({ status: 'loading' });
    try {
      const here = page.rendition?.views.get(index);
      const { section } = here && !here.isIncomplete ? here : await load(index);
      if (this.#signal.aborted || wish !== this.#wish) return;
      this.#section = section;
      this.#passages = this.#narrator.passagesOf(section);
      report({ hasAsides: this.#passages.some(isAside) });
      // What goes on from the page before would turn back to it.
      const onPage = this.#passages.findIndex(({ start }) => start >= offset && start < end);
      const at = onPage === -1 ? passageAt(this.#passages, offset) : onPage;
      this.#at = step > 0 ? at : this.#passages.length - 1;
      this.#goTo(this.#at, step);
    } catch {
      if (!this.#signal.aborted && wish === this.#wish)
        report({ status: 'failed', failure: 'broken' });
    }
  }

  #say(at: number): void {
    const section = this.#section;
    const passage = this.#passages[at];
    if (!section || !passage) return;
    this.#wish += 1;
    this.#at = at;
    const { start, end } = passage;
    const id = 'id' in passage && typeof passage.id === 'string' ? passage.id : '';
    this.#mark.show({ section: section.index, start, end, id, overlay: section.overlay ?? null });
    this.#follower.follow({ section: section.index, offset: start });
    this.#book.report({ status: 'playing', failure: null, canEscape: passage.escape !== null });
    this.#narrator.speak(passage, section, this.#hearing(section.index));
  }

  #hearing(section: number): PassageListener {
    const { report } = this.#book;
    const wish = this.#wish;
    const isMeant = () => wish === this.#wish && !this.#signal.aborted;
    return {
      onEnd: () => {
        if (isMeant()) this.#goTo(this.#at + 1, 1);
      },
      onPosition: (offset) => {
        if (isMeant()) this.#follower.follow({ section, offset });
      },
      onWord: (start, end) => {
        if (!isMeant()) return;
        this.#mark.showWord(start, end);
        this.#follower.follow({ section, offset: start });
      },
      onFail: (failure) => {
        if (isMeant()) report({ status: 'failed', failure });
      },
      onPause: () => {
        if (isMeant()) report({ status: 'paused' });
      },
    };
  }
}

function isAside({ types }: Passage): boolean {
  return types.some((type) => asides.has(type));
}

/** Index of the first passage that goes on behind a text offset; the number of them when none does. */
function passageAt(passages: readonly Passage[], offset: number): number {
  const found = passages.findIndex(({ start, end }) => end > offset || start >= offset);
  return found === -1 ? passages.length : found;
}

/** The next passage to be spoken from an index on, in either direction; null when there is none. */
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
