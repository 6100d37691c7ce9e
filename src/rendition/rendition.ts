import type { TextPosition } from '../state/progress.ts';
import type { ColumnChoice, Mode } from '../state/settings.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionRequest } from './pending-navigation.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { ScrollAxis } from './scrolled/scroll-axis.ts';
import type { SectionOptions, SectionView } from './section/section-view.ts';
import type { SectionViews } from './section-views.ts';

/** Position in a section to navigate to. */
export type Landing = 'start' | 'end' | LandingAt;

/** Returns the text offset to show. */
export interface LandingAt {
  (view: SectionView): number;
  /** Returns the share of the section before the position, if the position has no text. */
  share?: (view: SectionView) => number | undefined;
}

/** Returns the landing for a position in its own section. */
export function landingOn({ offset, share }: TextPosition): LandingAt {
  return Object.assign(
    ({ section }: SectionView) => Math.max(0, Math.min(offset || 0, section.length)),
    { share: () => share },
  );
}

/** Display options, read before every layout. */
export interface RenditionOptions extends SectionOptions {
  /** Maximum line length in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Factor applied to the default margins. */
  margins: number;
}

export interface RenditionListener {
  /** Called when the page moved. `place` is null if a new layout moved it. */
  onMove: (view: PageView, place: TextPosition | null, isScrolled?: boolean) => void;
  onFail: (reason: unknown, retry: () => void) => void;
  onBusy: (isBusy: boolean) => void;
  /** Called when a section was mounted, before its layout. */
  onMounted: (view: SectionView) => void;
  /** Called on a turn past the last page. Returns true if something else is shown there. */
  onPastEnd: () => boolean;
}

/** Shows an open book on a stage, as pages or scrolled, and navigates in it. */
export interface Rendition {
  readonly mode: Mode;
  readonly views: SectionViews;
  /** The visible section or, in scroll mode, the section at the reading position. */
  readonly current: SectionView;
  readonly order: RenditionBook['order'];
  readonly shadowRoots: ShadowRoot[];
  /** The position chosen by the reader, kept across layouts and mode changes. */
  readonly position: TextPosition;
  /** The requested position while its section is loading. */
  readonly pendingRequest: SectionRequest | null;
  /** Direction of scrolling in scroll mode. */
  readonly axis?: Pick<ScrollAxis, 'writingMode' | 'isHorizontal'>;
  /** Shows the section given to the constructor. */
  start(landing: Landing): void;
  /** Turns one page or scrolls by one screen. Returns false if there is none in that direction. */
  turn(step: 1 | -1): boolean;
  /** Goes to a section, fetching it first if it is not mounted. */
  goToSection(index: number, landing: Landing): void;
  /**
   * Lays out everything again and keeps the position.
   *
   * @param isReshaped - Whether the size or the settings changed. The start of the page then stays
   * visible, even if the target of the last jump moves to the next page.
   */
  relayout(isReshaped?: boolean): void;
  /** Shows the same position after a move in the document, which resets scroll positions. */
  restore(): void;
  /** Reports the current page again after the reading order changes. */
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
