interface Size {
  width: number;
  height: number;
}

/** Size of a page of fixed layout; a side that the book leaves to the screen is as long as the room's. */
export function sizeIn(room: Size, { width, height }: Size): Size {
  return { width: width || room.width, height: height || room.height };
}
