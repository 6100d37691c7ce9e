import type { RenditionBook } from '../rendition-book.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SectionViews } from '../section-views.ts';
import {
  fitSpread,
  type PageFit,
  scaleFixedPage,
  resolvePageSize,
  snapToPixels,
} from './fit-page.ts';
import { spreadsOf, stageShape, type SpreadPage, type StageShape } from './spreads.ts';
import type { ColumnChoice } from '../../state/settings.ts';

/** The rendition that contains the fixed-layout pages. */
export interface FixedLayoutContext {
  readonly views: SectionViews;
  readonly stage: HTMLElement;
  readonly columns: ColumnChoice;
  /** Lays out a section without the other page of its spread. */
  layoutAlone: (view: SectionView) => void;
}

/** Fixed-page layout, loaded only for books with fixed pages. */
export interface FixedLayout {
  /** Returns the sections of the given section's spread, including it, in reading order. */
  sectionsInSpread: (
    index: number,
    book: RenditionBook,
    stage: Pick<FixedLayoutContext, 'stage' | 'columns'>,
  ) => readonly number[];
  /** Scales a page to fit. */
  scale: typeof scaleFixedPage;
  /** Positions a laid-out page next to the other page of its spread. */
  arrange: (view: SectionView, context: FixedLayoutContext) => void;
}

const spreadsByOrder = new WeakMap<RenditionBook['order'], Map<string, SpreadPage[][]>>();

export const fixedLayout: FixedLayout = {
  scale: scaleFixedPage,
  sectionsInSpread: (index, book, { stage, columns }) =>
    spreadAt(index, book, stageShape(stage, columns)).map((page) => page.index),
  arrange(view, context) {
    if (!view.isFixed) return;
    const { views, stage, columns } = context;
    const spread = spreadAt(view.section.index, views.book, stageShape(stage, columns));
    const other = spread.find(({ index }) => index !== view.section.index);
    const otherView = other && views.get(other.index);
    // A visible page must not be attached to a page that is still being prepared.
    const mate = otherView?.isFixed && !otherView.isShown ? otherView : undefined;
    if (view.host.parentElement !== stage) detachMate(view, stage);
    for (const attached of views.mounted.values()) {
      if (attached !== mate && attached.host.parentElement === view.host)
        detachMate(attached, stage);
    }
    if (other && !otherView) void arrangeWhenLoaded(other.index, view, context);
    if (mate) {
      context.layoutAlone(mate);
      const isFirst = mate.section.index < view.section.index;
      attachMate(mate, view, isFirst);
    }
    placeSpread(view, mate, spread, stage);
  },
};

/**
 * Arranges a page after loading the other page of its spread. If loading fails, the failure is
 * reported when the reader turns to that page.
 */
async function arrangeWhenLoaded(
  index: number,
  view: SectionView,
  context: FixedLayoutContext,
): Promise<void> {
  const { views, stage } = context;
  const mate = await views.mount(index).catch(() => null);
  // The view may have been attached to its mate in the meantime.
  const isDetached = !views.isClosed && view.host.parentElement === stage;
  if (mate && isDetached) fixedLayout.arrange(view, context);
}

function spreadAt(index: number, book: RenditionBook, shape: StageShape): SpreadPage[] {
  const { order, progression } = book;
  const spreadsByKey = spreadsByOrder.get(order) ?? new Map<string, SpreadPage[][]>();
  spreadsByOrder.set(order, spreadsByKey);
  const key = `${progression} ${shape}`;
  const spreads = spreadsByKey.get(key) ?? spreadsOf(order, progression, shape);
  spreadsByKey.set(key, spreads);
  const found = spreads.find((pages) => pages.some((page) => page.index === index));
  return found ?? [{ index, side: 'center' }];
}

/** Inserts a page into its mate's element so that both move, show and hide together. */
function attachMate({ host }: SectionView, into: SectionView, isFirst: boolean): void {
  const root = into.host.shadowRoot;
  if (!root) return;
  if (host.parentElement !== into.host) {
    const slot = root.querySelector('slot') ?? document.createElement('slot');
    // Keep the DOM in reading order for screen readers.
    if (isFirst) root.prepend(slot);
    else root.append(slot);
    into.host.append(host);
  }
  host.style.visibility = 'inherit';
  host.style.left = '0';
  // The element covers the stage, so let pointer events through to the page below.
  host.style.pointerEvents = 'none';
}

function detachMate(view: SectionView, stage: HTMLElement): void {
  view.host.style.pointerEvents = '';
  view.host.style.visibility = '';
  stage.append(view.host);
  view.isShown = false;
}

function placeSpread(
  view: SectionView,
  mate: SectionView | undefined,
  spread: SpreadPage[],
  stage: HTMLElement,
): void {
  const available = { width: stage.clientWidth, height: stage.clientHeight };
  const share = { ...available, width: available.width / spread.length };
  const shown = spread.flatMap(({ index, side }) => {
    const one = [view, mate].find((each) => each?.section.index === index);
    const size = one?.isFixed ? one.section.viewport : null;
    return one && size ? [{ view: one, size: resolvePageSize(share, size), side }] : [];
  });
  const fits = fitSpread(available, shown);
  const backgrounds = shown.map((one, at) => {
    const fit = fits[at];
    return fit ? placePage(one.view, one.size, fit) : '';
  });
  if (!mate) return;
  // Use the pages' background only if both share it, because otherwise it would look like part of
  // one page.
  const background = backgrounds.every((paper) => paper === backgrounds[0])
    ? (backgrounds[0] ?? '')
    : '';
  view.host.style.backgroundColor = background;
  mate.host.style.backgroundColor = '';
  if (view.isShown) stage.style.backgroundColor = background;
}

/** Positions a page. Returns the background color around it, or an empty string for the theme's. */
function placePage(
  view: SectionView,
  { width, height }: { width: number; height: number },
  { left, top, scale }: PageFit,
): string {
  const sheet = view.host.shadowRoot?.querySelector<HTMLElement>('.sheet');
  const canvas = view.updateColors();
  if (!sheet) return canvas;
  const x = snapToPixels(left, width, scale);
  const y = snapToPixels(top, height, scale);
  Object.assign(sheet.style, {
    left: '0',
    top: '0',
    // Engines round `left`, which would misplace the seam by a fraction of a pixel.
    transform: `translate(${x.start}px, ${y.start}px) scale(${x.scale}, ${y.scale})`,
    pointerEvents: 'auto',
  });
  return canvas;
}
