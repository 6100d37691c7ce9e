import type { Readable } from 'node:stream';

/**
 * The first bytes of a stream. What comes after them is never read: the stream is destroyed, and the
 * connection under it with it. Rejects when the stream breaks off before.
 */
export async function readSome(stream: Readable, mostBytes: number): Promise<Buffer> {
  // Destroyed before its end, the stream tells an error that nobody waits for.
  stream.on('error', () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = asBuffer(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

/**
 * The beginning of bytes that may be anything, as text of at most so many bytes in UTF-8; without
 * NUL, which PostgreSQL cannot store.
 */
export function keepText(bytes: Buffer, mostBytes: number): string {
  const text = wholeCharacters(bytes.subarray(0, mostBytes)).replaceAll('\0', '\uFFFD');
  return wholeCharacters(Buffer.from(text, 'utf8').subarray(0, mostBytes));
}

/** A character that the cut went through is left out. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Streams of sockets give nothing else. */
function asBuffer(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('The stream does not give bytes.');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
