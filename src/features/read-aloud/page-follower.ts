import type { SvcPage } from '../../rendition/svc-page.ts';
import type { TextPosition } from '../../state/progress.ts';
import type { PageView } from '../../state/reader-state.ts';
import { isInView } from './spoken-highlight.ts';

interface PageFollowerListener {
  onAwayChange: (isAway: boolean) => void;
  /**
   * Called when the reader turns to another page. Returns true if the narration also moves there.
   */
  onPageTurn: (view: PageView) => boolean;
}

/** Turns pages along with the narration until the reader turns to other pages. */
export class PageFollower {
  readonly #page: SvcPage;
  readonly #listener: PageFollowerListener;
  #view: PageView | null = null;
  #spoken: TextPosition | null = null;
  /**
   * Target of the last page turn by this class, to distinguish it from page turns by the reader.
   */
  #requested: TextPosition | null = null;
  #isAway = false;

  constructor(page: SvcPage, listener: PageFollowerListener, signal: AbortSignal) {
    this.#page = page;
    this.#listener = listener;
    page.addEventListener('svc-page-move', ({ view, place }) => this.#onMove(view, place), {
      signal,
    });
  }

  /** Reports the narration's position. */
  follow(spoken: TextPosition): void {
    this.#spoken = spoken;
    if (isInView(spoken, this.#view)) this.#setAway(false);
    else if (!this.#isAway) this.#turnTo(spoken);
  }

  /** The visible page if the reader has turned away from the narration, otherwise null. */
  get otherPage(): PageView | null {
    return this.#isAway ? this.#view : null;
  }

  returnToSpoken(): void {
    this.#setAway(false);
    if (this.#spoken && !isInView(this.#spoken, this.#view)) this.#turnTo(this.#spoken);
  }

  #turnTo(place: TextPosition): void {
    const { section, offset } = place;
    if (this.#requested?.section === section && this.#requested.offset === offset) return;
    this.#requested = place;
    this.#page.goTo({ section, offset });
  }

  #onMove(view: PageView, place: TextPosition | null): void {
    this.#view = view;
    if (!place || !this.#spoken) return;
    const isOurs =
      place.section === this.#requested?.section && place.offset === this.#requested.offset;
    this.#requested = null;
    if (isOurs) return;
    const isAway = !isInView(this.#spoken, view);
    this.#setAway(isAway && !this.#listener.onPageTurn(view));
  }

  #setAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#listener.onAwayChange(isAway);
  }
}
