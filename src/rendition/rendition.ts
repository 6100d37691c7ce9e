import type { TextPosition } from '../state/progress.ts';
import type { ColumnChoice, Mode } from '../state/settings.ts';
import type { PageView } from '../state/reader-state.ts';
import type { SectionRequest } from './pending-navigation.ts';
import type { RenditionBook } from './rendition-book.ts';
import type { SectionOptions, SectionView } from './section/section-view.ts';
import type { SectionViews } from './section-views.ts';

/** Where to land in a section. */
export type Landing = 'start' | 'end' | ((view: SectionView) => number);

/** How pages are to look; asked before every layout. */
export interface RenditionOptions extends SectionOptions {
  /** Longest line in rem. */
  measure: number;
  columns: ColumnChoice;
  /** Share of the usual margins. */
  margins: number;
}

export interface RenditionListener {
  /** `place` is null when the layout moved the page. */
  onMove: (view: PageView, place: TextPosition | null, isScrolled?: boolean) => void;
  onFail: (reason: unknown, retry: () => void) => void;
  onBusy: (isBusy: boolean) => void;
  /** A section has come into the document, not laid out yet. */
  onMounted: (view: SectionView) => void;
  /** More was asked for than there is; true when something else is shown there. */
  onPastEnd: () => boolean;
}

/** One open book on a stage, in either mode: what is shown, and the way from one place to another. */
export interface Rendition {
  readonly mode: Mode;
  readonly views: SectionViews;
  /** The section on screen; in a strip, the one that the reading has come to. */
  readonly current: SectionView;
  readonly order: RenditionBook['order'];
  readonly shadowRoots: ShadowRoot[];
  /** The place that was chosen last: a new layout, or the other mode, returns there. */
  readonly position: TextPosition;
  /** The place that was asked for and is still on its way. */
  readonly pendingRequest: SectionRequest | null;
  /** Whether the next page lies to the left. */
  readonly isNextLeft: boolean;
  /** Whether the browser itself scrolls by this key. */
  scrollsWithKey(key: string): boolean;
  /** Shows the section that the reading was made with. */
  start(landing: Landing): void;
  /** Turns one page, or screenful; false when there is none that way. */
  turn(step: 1 | -1): boolean;
  /** Goes to a section, which is fetched first when it is not here. */
  goToSection(index: number, landing: Landing): void;
  /** Lays everything out anew; the place stays. */
  relayout(): void;
  /** Tells of what is on screen again: the reading order is another. */
  refresh(): void;
  /** Takes over the colours of another theme. */
  updateColors(): void;
  /** Puts what is still moving where it goes. */
  endGesture(): void;
  close(): void;
}

export type RenditionConstructor = new (
  stage: HTMLElement,
  book: RenditionBook,
  first: SectionView['loaded'],
  look: () => RenditionOptions,
  listener: RenditionListener,
) => Rendition;
