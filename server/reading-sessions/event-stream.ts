import { Readable } from 'node:stream';

/**
 * Maximum number of unsent bytes before a slow client is disconnected. Corresponds to a few hundred
 * events.
 */
const maxBufferedBytes = 64 * 1024;

/** An open response of server-sent events (HTML, section 9.2). */
export interface EventStream {
  readonly body: Readable;
  /** Sends an event, or destroys the stream if more than 64 KiB are unsent. */
  send(event: { id: string; type: string; data: object }): void;
  comment(text: string): void;
  end(): void;
}

/**
 * @param onClosed - Called once, regardless of whether the server or the client closed the stream.
 */
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
      // A client that has stopped reading would block a graceful end indefinitely.
      if (body.readableLength > 0) body.destroy();
      else body.push(null);
    },
  };
}
