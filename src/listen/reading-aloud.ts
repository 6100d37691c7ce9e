import type { SectionContent } from '../../server/reader/contract.ts';
import type { LoadedSection } from '../page/page-book.ts';
import type { SvcPage } from '../page/svc-page.ts';
import type { Listening } from '../reader/listening.ts';
import type { Place } from '../reader/progress.ts';
import { sectionBeside } from '../reader/reading-order.ts';
import type { OpenBook, PageView } from '../reader/state.ts';
import type { Hearing, Narrator, Passage } from './narrator.ts';
import { isAside, nextSpoken, passageAt } from './passages.ts';
import { PageFollower } from './page-follower.ts';
import { SpokenMark } from './show-spoken.ts';

export interface ReadBook {
  page: SvcPage;
  /** The reading order as it is now; nothing stands where a section may not be read, or is not spoken. */
  order: () => readonly (OpenBook['order'][number] | undefined)[];
  load: (index: number) => Promise<LoadedSection>;
  /** Where somebody begins to listen. */
  start: Place;
  isPlaying: () => boolean;
  /** What has changed for whoever listens; null: the book is at its end. */
  tell: (change: Partial<Listening> | null) => void;
}

/** Leads a narrator through the book, and the pages behind it; until the signal is raised. */
export class ReadingAloud<Spoken extends Passage> {
  readonly #narrator: Narrator<Spoken>;
  readonly #book: ReadBook;
  readonly #signal: AbortSignal;
  readonly #mark: SpokenMark;
  readonly #follower: PageFollower;
  #section: SectionContent | null = null;
  #passages: readonly Spoken[] = [];
  #at = 0;
  #skipsAsides = false;
  /** Raised by every new wish: an answer that comes after it is nobody’s. */
  #wish = 0;

  constructor(narrator: Narrator<Spoken>, book: ReadBook, signal: AbortSignal) {
    this.#narrator = narrator;
    this.#book = book;
    this.#signal = signal;
    this.#mark = new SpokenMark(book.page, signal);
    const voice = {
      tellAway: (isAway: boolean) => book.tell({ isAway }),
      onTurned: (view: PageView) => book.isPlaying() && this.#goWith(view),
    };
    this.#follower = new PageFollower(book.page, voice, signal);
    signal.addEventListener('abort', () => narrator.stop());
    void this.#enter(book.start.section, 1, book.start.offset);
  }

  /** Back or forward by a passage. */
  step(step: 1 | -1): void {
    this.#follower.comeBack();
    this.#goTo(this.#at + step, step);
  }

  /** After a pause: from the page that the person has turned to meanwhile, else from where it was. */
  resume(): void {
    const { elsewhere } = this.#follower;
    if (!elsewhere || !this.#goWith(elsewhere)) this.#narrator.resume();
  }

  /** Speaks once more what failed. */
  again(): void {
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
  comeBack(): void {
    this.#follower.comeBack();
  }

  #goTo(from: number, step: 1 | -1): void {
    const at = nextSpoken(this.#passages, from, step, this.#skipsAsides);
    if (at !== null) return this.#say(at);
    const here = this.#section?.index ?? 0;
    const beside = sectionBeside(this.#book.order(), here, step);
    if (beside !== null) void this.#enter(beside, step, step > 0 ? 0 : Infinity);
    else if (step > 0) this.#book.tell(null);
    else this.#say(this.#at);
  }

  /** Speaks on from a page; false when nothing of its section is spoken, or not by this narrator. */
  #goWith({ section, start, end }: PageView): boolean {
    if (!this.#narrator.followsTurns || !this.#book.order()[section]) return false;
    void this.#enter(section, 1, start, end);
    return true;
  }

  /** @param end - Where the page ends that begins at the offset. */
  async #enter(index: number, step: 1 | -1, offset: number, end = offset): Promise<void> {
    this.#wish += 1;
    const wish = this.#wish;
    const { page, load, tell } = this.#book;
    tell({ status: 'loading' });
    try {
      const here = page.pages?.views.get(index);
      const { section } = here && !here.isCut ? here : await load(index);
      if (this.#signal.aborted || wish !== this.#wish) return;
      this.#section = section;
      this.#passages = this.#narrator.passagesOf(section);
      tell({ hasAsides: this.#passages.some(isAside) });
      // What goes on from the page before would turn back to it.
      const onPage = this.#passages.findIndex(({ start }) => start >= offset && start < end);
      const at = onPage === -1 ? passageAt(this.#passages, offset) : onPage;
      this.#at = step > 0 ? at : this.#passages.length - 1;
      this.#goTo(this.#at, step);
    } catch {
      if (!this.#signal.aborted && wish === this.#wish) tell({ status: 'failed', fault: 'broken' });
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
    this.#book.tell({ status: 'playing', fault: null, canEscape: passage.escape !== null });
    this.#narrator.say(passage, section, this.#hearing(section.index));
  }

  #hearing(section: number): Hearing {
    const { tell } = this.#book;
    const wish = this.#wish;
    const isMeant = () => wish === this.#wish && !this.#signal.aborted;
    return {
      onEnd: () => {
        if (isMeant()) this.#goTo(this.#at + 1, 1);
      },
      onPlace: (offset) => {
        if (isMeant()) this.#follower.follow({ section, offset });
      },
      onWord: (start, end) => {
        if (!isMeant()) return;
        this.#mark.showWord(start, end);
        this.#follower.follow({ section, offset: start });
      },
      onFail: (fault) => {
        if (isMeant()) tell({ status: 'failed', fault });
      },
      onPause: () => {
        if (isMeant()) tell({ status: 'paused' });
      },
    };
  }
}
