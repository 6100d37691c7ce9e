import type { Side } from './spreads.ts';

interface Size {
  width: number;
  height: number;
}

/** Where a page lies on the stage, px, and how much it is scaled. */
export interface Fit {
  left: number;
  top: number;
  scale: number;
}

/**
 * Lays pages out as large as they fit: two are as high as each other and meet without a gap; one alone is
 * in the middle, or on the half that it asks for.
 */
export function fitSpread(room: Size, pages: readonly { size: Size; side: Side }[]): Fit[] {
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
