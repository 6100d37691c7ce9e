import type { Landing, PageListener } from './reading.ts';
import type { SectionView } from './section-view.ts';
import type { Views } from './views.ts';

/** A place that somebody has asked for. */
export interface Wish {
  index: number;
  landing: Landing;
}

interface EnteringOptions {
  views: Views;
  listener: Pick<PageListener, 'onBusy' | 'onFail'>;
  show: (view: SectionView, landing: Landing) => void;
  /** Asks once more, from the beginning. */
  enter: (index: number, landing: Landing) => void;
}

/** The way to a section that has to be fetched; whoever asks for another place in the meantime takes its turn. */
export class Entering {
  readonly #options: EnteringOptions;
  #wish: Wish | null = null;

  constructor(options: EnteringOptions) {
    this.#options = options;
  }

  /** What is waited for. */
  get wish(): Wish | null {
    return this.#wish;
  }

  async fetch(wish: Wish): Promise<void> {
    const { views, listener, show, enter } = this.#options;
    const { index, landing } = wish;
    this.#wish = wish;
    const wasUnderWay = views.mounting.has(index);
    listener.onBusy(true);
    const isCurrent = () => this.#wish === wish && !views.isClosed;
    try {
      const view = await views.mount(index);
      if (isCurrent()) show(view, landing);
    } catch (reason) {
      if (!isCurrent()) return;
      // What was fetched ahead had its chance before it was asked for.
      if (wasUnderWay) return this.fetch(wish);
      this.end();
      listener.onFail(reason, () => enter(index, landing));
    }
  }

  /** Nobody waits any more: it is there, or something else is wanted. */
  end(): void {
    if (this.#wish) this.#options.listener.onBusy(false);
    this.#wish = null;
  }
}
