import type { RenditionBook } from '../rendition-book.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SectionViews } from '../section-views.ts';
import { fitSpread, type PageFit, scaleFixedPage, resolvePageSize } from './fit-page.ts';
import { spreadsOf, type SpreadPage, type StageShape } from './spreads.ts';

/** The pages that a fixed one is shown among. */
export interface FixedLayoutContext {
  readonly views: SectionViews;
  readonly stage: HTMLElement;
  readonly shape: StageShape;
  /** Lays a section out by itself. */
  layoutAlone: (view: SectionView) => void;
}

/** How pages of fixed layout come to their places; only books that have some load it. */
export interface FixedLayout {
  /** The sections that are shown together with one, in reading order; at least that one. */
  sectionsInSpread: (index: number, book: RenditionBook, shape: StageShape) => readonly number[];
  /** Makes a page as large as it fits. */
  scale: typeof scaleFixedPage;
  /** Puts a laid-out page in its place, and the other page of its spread beside it. */
  arrange: (view: SectionView, among: FixedLayoutContext) => void;
}

const spreadsByOrder = new WeakMap<RenditionBook['order'], Map<string, SpreadPage[][]>>();

export const fixedLayout: FixedLayout = {
  scale: scaleFixedPage,
  sectionsInSpread: (index, book, shape) => spreadAt(index, book, shape).map((page) => page.index),
  arrange(view, among) {
    if (!view.isFixed) return;
    const { views, stage, shape } = among;
    const spread = spreadAt(view.section.index, views.book, shape);
    const other = spread.find(({ index }) => index !== view.section.index);
    const there = other && views.get(other.index);
    // A page on screen is not taken away by one that is made ready.
    const mate = there?.isFixed && !there.isShown ? there : undefined;
    if (view.host.parentElement !== stage) detachMate(view, stage);
    for (const folded of views.mounted.values()) {
      if (folded !== mate && folded.host.parentElement === view.host) detachMate(folded, stage);
    }
    if (other && !there) void arrangeWhenLoaded(other.index, view, among);
    if (mate) {
      among.layoutAlone(mate);
      const isFirst = mate.section.index < view.section.index;
      attachMate(mate, view, isFirst);
    }
    placeSpread(view, mate, spread, stage);
  },
};

/** A failure is told when somebody goes there. */
async function arrangeWhenLoaded(
  index: number,
  view: SectionView,
  among: FixedLayoutContext,
): Promise<void> {
  const { views, stage } = among;
  const mate = await views.mount(index).catch(() => null);
  // It may have been folded into its mate in the meantime.
  const isStill = !views.isClosed && view.host.parentElement === stage;
  if (mate && isStill) fixedLayout.arrange(view, among);
}

function spreadAt(index: number, book: RenditionBook, shape: StageShape): SpreadPage[] {
  const { order, progression } = book;
  const ofOrder = spreadsByOrder.get(order) ?? new Map<string, SpreadPage[][]>();
  spreadsByOrder.set(order, ofOrder);
  const key = `${progression} ${shape}`;
  const spreads = ofOrder.get(key) ?? spreadsOf(order, progression, shape);
  ofOrder.set(key, spreads);
  const found = spreads.find((pages) => pages.some((page) => page.index === index));
  return found ?? [{ index, side: 'center' }];
}

/** Into the other page's leaf: the two move, are shown and are hidden as one. */
function attachMate({ host }: SectionView, into: SectionView, isFirst: boolean): void {
  const root = into.host.shadowRoot;
  if (!root) return;
  if (host.parentElement !== into.host) {
    const slot = root.querySelector('slot') ?? document.createElement('slot');
    // Screen readers go through the spread in reading order.
    if (isFirst) root.prepend(slot);
    else root.append(slot);
    into.host.append(host);
  }
  host.style.visibility = 'inherit';
  host.style.left = '0';
  host.inert = false;
  // Its leaf is as large as the stage: what lies below must be in reach.
  host.style.pointerEvents = 'none';
}

function detachMate(view: SectionView, stage: HTMLElement): void {
  view.host.style.pointerEvents = '';
  stage.append(view.host);
  view.isShown = false;
}

function placeSpread(
  view: SectionView,
  mate: SectionView | undefined,
  spread: SpreadPage[],
  stage: HTMLElement,
): void {
  const room = { width: stage.clientWidth, height: stage.clientHeight };
  const share = { ...room, width: room.width / spread.length };
  const shown = spread.flatMap(({ index, side }) => {
    const one = [view, mate].find((each) => each?.section.index === index);
    const size = one?.isFixed ? one.section.viewport : null;
    return one && size ? [{ view: one, size: resolvePageSize(share, size), side }] : [];
  });
  const fits = fitSpread(room, shown);
  const papers = shown.map((one, at) => {
    const fit = fits[at];
    return fit ? placePage(one.view, fit) : '';
  });
  if (!mate) return;
  // The colour of one page around another of a different colour would look like a part of it.
  const around = papers.every((paper) => paper === papers[0]) ? (papers[0] ?? '') : '';
  view.host.style.backgroundColor = around;
  mate.host.style.backgroundColor = '';
  if (view.isShown) stage.style.backgroundColor = around;
}

/** Returns the colour that the page wants to have around it; empty for the theme's paper. */
function placePage(view: SectionView, { left, top, scale }: PageFit): string {
  const sheet = view.host.shadowRoot?.querySelector<HTMLElement>('.sheet');
  const canvas = view.updateColors();
  if (!sheet) return canvas;
  Object.assign(sheet.style, {
    left: '0',
    top: '0',
    // Engines round `left`, and the seam would be off by a part of a pixel.
    transform: `translate(${left}px, ${top}px) scale(${scale})`,
    pointerEvents: 'auto',
  });
  return canvas;
}
