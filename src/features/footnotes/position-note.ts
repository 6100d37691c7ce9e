interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

/** Distance in px between the link and the note, and between the note and the reader's edge. */
const gapPx = 8;

/**
 * Returns the note's position in px. The note is below its link if it fits, otherwise above it, or
 * otherwise on the larger side.
 */
export function positionNote(link: Box, note: Size, area: Size): { left: number; top: number } {
  const below = link.top + link.height + gapPx;
  const above = link.top - gapPx - note.height;
  const lowest = area.height - gapPx - note.height;
  const fitsBelow = below <= lowest;
  const isBelow = fitsBelow || (above < gapPx && area.height - below > link.top);
  const top = isBelow ? Math.min(below, lowest) : above;
  const middle = link.left + link.width / 2 - note.width / 2;
  return {
    left: Math.max(gapPx, Math.min(area.width - gapPx - note.width, middle)),
    top: Math.max(gapPx, top),
  };
}
