/**
 * Messages between a page and the reader in its iframe. Each side accepts messages only from the
 * other side's window and origin.
 */

/** The host page requests the height. The frame replies immediately and again after each change. */
export interface FrameHello {
  type: 'svc-frame:hello';
}

/** The height that the frame needs at its current width, in CSS px. */
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
