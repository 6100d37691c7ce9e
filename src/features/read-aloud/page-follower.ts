import type { SvcPage } from '../../rendition/svc-page.ts';
import type { TextPosition } from '../../state/progress.ts';
import type { PageView } from '../../state/reader-state.ts';
import { isInView } from './spoken-highlight.ts';

interface PageFollowerListener {
  onAwayChange: (isAway: boolean) => void;
  /** The person has turned to another page; true when the voice goes there, too. */
  onPageTurn: (view: PageView) => boolean;
}

/** Keeps the pages where the voice is, unless the person turns to others. */
export class PageFollower {
  readonly #page: SvcPage;
  readonly #voice: PageFollowerListener;
  #view: PageView | null = null;
  #spoken: TextPosition | null = null;
  /** Where we have sent the pages: a move there is no person’s. */
  #sent: TextPosition | null = null;
  #isAway = false;

  constructor(page: SvcPage, voice: PageFollowerListener, signal: AbortSignal) {
    this.#page = page;
    this.#voice = voice;
    page.addEventListener('svc-page-move', ({ view, place }) => this.#onMove(view, place), {
      signal,
    });
  }

  /** The voice has come to a place. */
  follow(spoken: TextPosition): void {
    this.#spoken = spoken;
    if (isInView(spoken, this.#view)) this.#setAway(false);
    else if (!this.#isAway) this.#send(spoken);
  }

  /** The page that the person has turned to, away from the voice. */
  get otherPage(): PageView | null {
    return this.#isAway ? this.#view : null;
  }

  returnToSpoken(): void {
    this.#setAway(false);
    if (this.#spoken && !isInView(this.#spoken, this.#view)) this.#send(this.#spoken);
  }

  #send(place: TextPosition): void {
    const { section, offset } = place;
    if (this.#sent?.section === section && this.#sent.offset === offset) return;
    this.#sent = place;
    this.#page.goTo(section, offset);
  }

  #onMove(view: PageView, place: TextPosition | null): void {
    this.#view = view;
    if (!place || !this.#spoken) return;
    const isOurs = place.section === this.#sent?.section && place.offset === this.#sent.offset;
    this.#sent = null;
    if (isOurs) return;
    const isAway = !isInView(this.#spoken, view);
    this.#setAway(isAway && !this.#voice.onPageTurn(view));
  }

  #setAway(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#voice.onAwayChange(isAway);
  }
}
