/**
 * What a page with a frame and the page in it say to each other. Neither believes anyone but the other:
 * each message is taken only from the very window and the origin that it must come from.
 */

/** The page around asks; the frame answers, and goes on telling it. */
export interface FrameHello {
  type: 'svc-frame:hello';
}

/** How high the frame would be, in px of its own width. */
export interface FrameSize {
  type: 'svc-frame:size';
  height: number;
}

export function isHello(data: unknown): data is FrameHello {
  return typeOf(data) === 'svc-frame:hello';
}

export function isSize(data: unknown): data is FrameSize {
  return typeOf(data) === 'svc-frame:size' && Number.isFinite(Reflect.get(Object(data), 'height'));
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : null;
}
