import type { Landing, RenditionListener } from './rendition.ts';
import type { SectionView } from './section/section-view.ts';
import type { SectionViews } from './section-views.ts';

/** A requested position. */
export interface SectionRequest {
  index: number;
  landing: Landing;
}

interface PendingNavigationOptions {
  views: SectionViews;
  listener: Pick<RenditionListener, 'onBusy' | 'onFail'>;
  show: (view: SectionView, landing: Landing) => void;
  /** Repeats the whole navigation. */
  retry: (index: number, landing: Landing) => void;
}

/** Navigates to sections that must be fetched first. A new request replaces the pending one. */
export class PendingNavigation {
  readonly #options: PendingNavigationOptions;
  #request: SectionRequest | null = null;

  constructor(options: PendingNavigationOptions) {
    this.#options = options;
  }

  get request(): SectionRequest | null {
    return this.#request;
  }

  async fetch(request: SectionRequest): Promise<void> {
    const { views, listener, show, retry } = this.#options;
    const { index, landing } = request;
    this.#request = request;
    const wasMounting = views.mounting.has(index);
    listener.onBusy(true);
    const isCurrent = () => this.#request === request && !views.isClosed;
    try {
      const view = await views.mount(index);
      if (isCurrent()) show(view, landing);
    } catch (reason) {
      if (!isCurrent()) return;
      // The failed mount was started in advance, so retry once for this request.
      if (wasMounting) return this.fetch(request);
      this.end();
      listener.onFail(reason, () => retry(index, landing));
    }
  }

  /** Ends the pending request after it is fulfilled, fails or is replaced. */
  end(): void {
    if (this.#request) this.#options.listener.onBusy(false);
    this.#request = null;
  }
}
