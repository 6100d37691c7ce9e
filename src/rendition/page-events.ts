import type { TextPosition } from '../state/progress.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionView } from './section/section-view.ts';

/** The pages moved. Heard on `<svc-page>` alone: the reader turns it into its public events. */
export class PageMoveEvent extends Event {
  static readonly type = 'svc-page-move';
  declare readonly view: PageView;
  /** The place that was chosen; null when the layout moved the page. */
  declare readonly place: TextPosition | null;
  /** Whether it was scrolled to: however far that is, the person saw the way. */
  declare readonly isScrolled: boolean;
  constructor(view: PageView, place: TextPosition | null, isScrolled: boolean) {
    super(PageMoveEvent.type);
    Object.assign(this, { view, place, isScrolled });
  }
}

/** A section could not be loaded. */
export class PageFailEvent extends Event {
  static readonly type = 'svc-page-fail';
  declare readonly reason: unknown;
  constructor(reason: unknown) {
    super(PageFailEvent.type);
    Object.assign(this, { reason });
  }
}

/** A section has come into the document, not laid out yet. */
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
    /** The pages have the colours of another theme. */
    'svc-page-paint': Event;
  }
}
