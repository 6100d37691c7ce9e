import type { SpreadSide } from './spreads.ts';
import type { Section } from '../../../server/epub/contract.ts';
import type { PageLayout } from '../page-layout.ts';

interface Size {
  width: number;
  height: number;
}

/** Where a page lies on the stage, px, and how much it is scaled. */
export interface PageFit {
  left: number;
  top: number;
  scale: number;
}

/**
 * Lays pages out as large as they fit: two are as high as each other and meet without a gap; one alone is
 * in the middle, or on the half that it asks for.
 */
export function fitSpread(
  room: Size,
  pages: readonly { size: Size; side: SpreadSide }[],
): PageFit[] {
  const shares = pages.map(({ size }) => size.width / size.height);
  const isHalf = pages.length === 1 && pages[0]?.side !== 'center';
  const share = shares.reduce((sum, one) => sum + one, 0) * (isHalf ? 2 : 1);
  const height = Math.min(room.height, room.width / share);
  const start = (room.width - height * share) / 2;
  const top = (room.height - height) / 2;
  const leftShare = shares[pages.findIndex(({ side }) => side === 'left')] ?? 0;
  // A seam between two pixels would show as a line.
  const seam = Math.round(isHalf ? room.width / 2 : start + height * leftShare);
  return pages.map(({ size, side }) => {
    const scale = height / size.height;
    const left = { left: seam - size.width * scale, right: seam, center: start }[side];
    return { left, top, scale };
  });
}

interface PageSize {
  width: number;
  height: number;
}

/** Size of a page of fixed layout; a side that the book leaves to the screen is as long as the room's. */
export function resolvePageSize(room: PageSize, { width, height }: PageSize): PageSize {
  return { width: width || room.width, height: height || room.height };
}

/** A page of fixed size, as large as it fits, in the middle. */
export function scaleFixedPage(sheet: HTMLElement, { viewport }: Section, plan: PageLayout): void {
  if (!viewport) return;
  const room = plan.isVertical
    ? { width: plan.pageBlock, height: plan.pageInline }
    : { width: plan.pageInline, height: plan.pageBlock };
  const { width, height } = resolvePageSize(room, viewport);
  const scale = Math.min(room.width / width, room.height / height);
  const { style } = sheet;
  style.position = 'absolute';
  style.margin = '0';
  style.columns = 'auto';
  // What lies outside of the page is not a part of it (EPUB Reading Systems 3.3, section 5.1.1).
  // A page that is as large as the screen has nothing beyond: what is longer is scrolled.
  style.overflow = viewport.height > 0 ? 'clip' : 'auto';
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.left = `${(room.width - width * scale) / 2}px`;
  style.top = `${(room.height - height * scale) / 2}px`;
  style.transformOrigin = '0 0';
  style.transform = `scale(${scale})`;
}
