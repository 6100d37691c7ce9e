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

/** Where a note stands: below its link where there is room, else above, else where there is more; px. */
export function positionNote(link: Box, note: Size, room: Size): { left: number; top: number } {
  const below = link.top + link.height + gapPx;
  const above = link.top - gapPx - note.height;
  const lowest = room.height - gapPx - note.height;
  const fitsBelow = below <= lowest;
  const isBelow = fitsBelow || (above < gapPx && room.height - below > link.top);
  const top = isBelow ? Math.min(below, lowest) : above;
  const middle = link.left + link.width / 2 - note.width / 2;
  return {
    left: Math.max(gapPx, Math.min(room.width - gapPx - note.width, middle)),
    top: Math.max(gapPx, top),
  };
}
