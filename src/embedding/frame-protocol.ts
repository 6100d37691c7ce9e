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

export function isFrameHello(data: unknown): data is FrameHello {
  return messageType(data) === 'svc-frame:hello';
}

export function isFrameSize(data: unknown): data is FrameSize {
  return (
    messageType(data) === 'svc-frame:size' && Number.isFinite(Reflect.get(Object(data), 'height'))
  );
}

function messageType(data: unknown): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, 'type') : null;
}

/**
 * How high a frame with a reader of so many px in width wants to be: an opened book on a wide page, a
 * page of one on a narrow one. It depends on the width alone, so that a frame that grows never asks for
 * more.
 */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}
