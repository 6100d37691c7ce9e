interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

/** px between the link and the note, and between the note and the reader's edge. */
const gapPx = 8;

/** Position of the note: below its link if it fits, else above, else on the larger side; in px. */
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
