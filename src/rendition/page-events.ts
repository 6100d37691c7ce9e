import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';

/** The page has moved. Dispatched on `<svc-page>` only: the reader derives its public events from it. */
export class PageMoveEvent extends Event {
  declare readonly view: PageView;
  /** The position that was navigated to; null when a new layout moved the page. */
  declare readonly place: TextPosition | null;
  /** Whether the reader scrolled there, however far: that is no jump to return from. */
  declare readonly isScrolled: boolean;
  constructor(view: PageView, place: TextPosition | null, isScrolled: boolean) {
    super('svc-page-move');
    Object.assign(this, { view, place, isScrolled });
  }
}

/** A section could not be loaded. */
export class PageFailEvent extends Event {
  declare readonly reason: unknown;
  constructor(reason: unknown) {
    super('svc-page-fail');
    Object.assign(this, { reason });
  }
}

/** A section was mounted; it is not laid out yet. */
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
    /** The colors of the theme have changed. */
    'svc-page-paint': Event;
  }
}
