import type { SpreadSide } from './spreads.ts';
import type { Section } from '../../../server/epub/contract.ts';
import type { PageLayout } from '../page-layout.ts';

interface Size {
  width: number;
  height: number;
}

/** Page position on the stage in px, and page scale. */
export interface PageFit {
  left: number;
  top: number;
  scale: number;
}

/**
 * Fits pages into the stage. Two pages get the same height and touch without a gap. A single page
 * is centered or placed on the half that matches its side.
 */
export function fitSpread(
  stage: Size,
  pages: readonly { size: Size; side: SpreadSide }[],
): PageFit[] {
  const ratios = pages.map(({ size }) => size.width / size.height);
  const isHalf = pages.length === 1 && pages[0]?.side !== 'center';
  const ratio = ratios.reduce((sum, one) => sum + one, 0) * (isHalf ? 2 : 1);
  const height = Math.min(stage.height, stage.width / ratio);
  const start = (stage.width - height * ratio) / 2;
  const top = (stage.height - height) / 2;
  const leftShare = ratios[pages.findIndex(({ side }) => side === 'left')] ?? 0;
  // A seam between device pixels would be visible as a line.
  const seam = Math.round(isHalf ? stage.width / 2 : start + height * leftShare);
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

/** Size of a fixed-layout page. Dimensions that the book omits (0) are those of the stage. */
export function resolvePageSize(stage: PageSize, { width, height }: PageSize): PageSize {
  return { width: width || stage.width, height: height || stage.height };
}

/** Centers a fixed-size page and scales it to fit. */
export function scaleFixedPage(sheet: HTMLElement, { viewport }: Section, plan: PageLayout): void {
  if (!viewport) return;
  const stage = plan.isVertical
    ? { width: plan.pageBlock, height: plan.pageInline }
    : { width: plan.pageInline, height: plan.pageBlock };
  const { width, height } = resolvePageSize(stage, viewport);
  const scale = Math.min(stage.width / width, stage.height / height);
  const { style } = sheet;
  style.position = 'absolute';
  style.margin = '0';
  style.columns = 'auto';
  // Clip content outside the page (EPUB Reading Systems 3.3, section 5.1.1). A page without a
  // specified height has the height of the screen and scrolls if its content is longer.
  style.overflow = viewport.height > 0 ? 'clip' : 'auto';
  style.width = `${width}px`;
  style.height = `${height}px`;
  const x = snapToPixels((stage.width - width * scale) / 2, width, scale);
  const y = snapToPixels((stage.height - height * scale) / 2, height, scale);
  style.left = `${x.start}px`;
  style.top = `${y.start}px`;
  style.transformOrigin = '0 0';
  style.transform = `scale(${x.scale}, ${y.scale})`;
}

/**
 * Moves both ends of a scaled length to whole pixels. Otherwise, the white page would be visible as
 * a line beside dark content.
 */
export function snapToPixels(
  start: number,
  length: number,
  scale: number,
): { start: number; scale: number } {
  const from = Math.round(start);
  return { start: from, scale: (Math.round(start + length * scale) - from) / length };
}
