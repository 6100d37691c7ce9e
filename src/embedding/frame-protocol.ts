/**
 * Messages between a page and the reader frame in it. Each side accepts only messages from the expected
 * window and origin.
 */

/** Sent by the host page. The frame replies with its height and reports every later change. */
export interface FrameHello {
  type: 'svc-frame:hello';
}

/** Preferred height of the frame at its current width, in CSS px. */
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
 * Preferred height of a frame with a reader, for a width in CSS px: a spread on a wide page, a single page
 * on a narrow one. It depends only on the width, so growing the frame cannot trigger another resize.
 */
export function frameHeight(width: number): number {
  return Math.round(Math.min(760, Math.max(520, width * 1.25)));
}
