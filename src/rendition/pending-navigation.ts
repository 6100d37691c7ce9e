import type { Landing, RenditionListener } from './rendition.ts';
import type { SectionView } from './section/section-view.ts';
import type { SectionViews } from './section-views.ts';

/** A place that somebody has asked for. */
export interface SectionRequest {
  index: number;
  landing: Landing;
}

interface PendingNavigationOptions {
  views: SectionViews;
  listener: Pick<RenditionListener, 'onBusy' | 'onFail'>;
  show: (view: SectionView, landing: Landing) => void;
  /** Asks once more, from the beginning. */
  retry: (index: number, landing: Landing) => void;
}

/** The way to a section that has to be fetched; whoever asks for another place in the meantime takes its turn. */
export class PendingNavigation {
  readonly #options: PendingNavigationOptions;
  #wish: SectionRequest | null = null;

  constructor(options: PendingNavigationOptions) {
    this.#options = options;
  }

  /** What is waited for. */
  get request(): SectionRequest | null {
    return this.#wish;
  }

  async fetch(wish: SectionRequest): Promise<void> {
    const { views, listener, show, retry } = this.#options;
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
      listener.onFail(reason, () => retry(index, landing));
    }
  }

  /** Nobody waits any more: it is there, or something else is wanted. */
  end(): void {
    if (this.#wish) this.#options.listener.onBusy(false);
    this.#wish = null;
  }
}
