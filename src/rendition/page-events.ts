import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';

/** Reports that the page moved. Dispatched only on `<svc-page>`, and the reader derives its public events from it. */
export class PageMoveEvent extends Event {
  static readonly type = 'svc-page-move';
  declare readonly view: PageView;
  /** The requested position, or null if a new layout moved the page. */
  declare readonly place: TextPosition | null;
  /** Whether the reader scrolled there. Scrolling, however far, is not a jump to return from. */
  declare readonly isScrolled: boolean;
  constructor(view: PageView, place: TextPosition | null, isScrolled: boolean) {
    super(PageMoveEvent.type);
    Object.assign(this, { view, place, isScrolled });
  }
}

/** Reports that a section could not be loaded. */
export class PageFailEvent extends Event {
  static readonly type = 'svc-page-fail';
  declare readonly reason: unknown;
  constructor(reason: unknown) {
    super(PageFailEvent.type);
    Object.assign(this, { reason });
  }
}

/** Reports that a section was mounted, before its layout. */
export class PageMountEvent extends Event {
  static readonly type = 'svc-page-mount';
  declare readonly view: SectionView;
  constructor(view: SectionView) {
    super(PageMountEvent.type);
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
