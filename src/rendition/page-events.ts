import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';

/**
 * Reports that the page moved. Dispatched only on `<svc-page>`, and the reader derives its public
 * events from it.
 */
export class PageMoveEvent extends Event {
  declare readonly view: PageView;
  /** The requested position, or null if a new layout moved the page. */
  declare readonly place: TextPosition | null;
  /**
   * Whether the reader scrolled to the position. Scrolling is not a jump, regardless of the
   * distance.
   */
  declare readonly isScrolled: boolean;
  constructor(view: PageView, place: TextPosition | null, isScrolled: boolean) {
    super('svc-page-move');
    Object.assign(this, { view, place, isScrolled });
  }
}

/** Reports that a section could not be loaded. */
export class PageFailEvent extends Event {
  declare readonly reason: unknown;
  constructor(reason: unknown) {
    super('svc-page-fail');
    Object.assign(this, { reason });
  }
}

/** Reports that a section was mounted, before its layout. */
export class PageMountEvent extends Event {
  declare readonly view: SectionView;
  constructor(view: SectionView) {
    super('svc-page-mount');
    Object.assign(this, { view });
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-page-move': PageMoveEvent;
    'svc-page-mount': PageMountEvent;
    'svc-page-fail': PageFailEvent;
    /** The theme colors changed. */
    'svc-page-paint': Event;
  }
}
