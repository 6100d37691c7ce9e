import type { TextPosition } from '../state/progress.ts';
import type { ColumnChoice, Mode } from '../state/settings.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionRequest } from './pending-navigation.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { SectionOptions, SectionView } from './section/section-view.ts';
import type { SectionViews } from './section-views.ts';

/** Position in a section to navigate to. */
export type Landing = 'start' | 'end' | ((view: SectionView) => number);

/** Display options; read before every layout. */
export interface RenditionOptions extends SectionOptions {
  /** Maximum line length in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Factor of the usual margins. */
  margins: number;
}

export interface RenditionListener {
  /** `place` is null when a new layout moved the page. */
  onMove: (view: PageView, place: TextPosition | null, isScrolled?: boolean) => void;
  onFail: (reason: unknown, retry: () => void) => void;
  onBusy: (isBusy: boolean) => void;
  /** A section was mounted; it is not laid out yet. */
  onMounted: (view: SectionView) => void;
  /** Called when turning past the last page; returns true if something else is shown there. */
  onPastEnd: () => boolean;
}

/** An open book on a stage, paginated or scrolled: shows it and navigates in it. */
export interface Rendition {
  readonly mode: Mode;
  readonly views: SectionViews;
  /** The visible section; in scrolled mode, the one at the reading position. */
  readonly current: SectionView;
  readonly order: RenditionBook['order'];
  readonly shadowRoots: ShadowRoot[];
  /** The chosen position; kept across layouts and a change of mode. */
  readonly position: TextPosition;
  /** The requested position while its section is loading. */
  readonly pendingRequest: SectionRequest | null;
  /** Whether the next page is on the left. */
  readonly isNextLeft: boolean;
  /** Whether the browser scrolls by this key. */
  scrollsWithKey(key: string): boolean;
  /** Shows the section given to the constructor. */
  start(landing: Landing): void;
  /** Turns one page, or scrolls by one screen; returns false if there is none in that direction. */
  turn(step: 1 | -1): boolean;
  /** Goes to a section; fetches it first if it is not mounted. */
  goToSection(index: number, landing: Landing): void;
  /**
   * Lays out everything again and keeps the position.
   *
   * @param isReshaped - Whether the reader changed the size or the settings: the start of the page stays visible, even
   *   if the target of the last jump then moves to the next page.
   */
  relayout(isReshaped?: boolean): void;
  /** Reports the current page again, after a change of the reading order. */
  refresh(): void;
  /** Applies the colors of a changed theme. */
  updateColors(): void;
  /** Finishes running animations immediately. */
  endGesture(): void;
  close(): void;
}

export type RenditionConstructor = new (
  stage: HTMLElement,
  book: RenditionBook,
  first: SectionView['loaded'],
  options: () => RenditionOptions,
  listener: RenditionListener,
) => Rendition;
