import { Readable } from 'node:stream';

/** What a reader that takes nothing may leave lying here: some hundred events. */
const maxBufferedBytes = 64 * 1024;

/** One open answer of server-sent events (HTML, section 9.2). */
export interface EventStream {
  readonly body: Readable;
  /** Sends an event; the stream is broken off where too much is waiting. */
  send(event: { id: string; type: string; data: object }): void;
  comment(text: string): void;
  end(): void;
}

/** @param onClosed - Called once, whoever ended it. */
export function eventStream(onClosed: () => void): EventStream {
  const body = new Readable({ read: () => undefined });
  let isEnded = false;
  body.once('close', onClosed);

  function write(text: string): void {
    if (isEnded || body.destroyed) return;
    if (body.readableLength + text.length > maxBufferedBytes) body.destroy();
    else body.push(text);
  }

  return {
    body,
    send: ({ id, type, data }) =>
      write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    end: () => {
      if (isEnded) return;
      isEnded = true;
      // Whoever takes nothing would hold the end back, too.
      if (body.readableLength > 0) body.destroy();
      else body.push(null);
    },
  };
}
