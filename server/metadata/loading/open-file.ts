import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableFileError } from './contract.ts';

/** Far longer than any record, far shorter than what would fill the memory. */
export const maxLineBytes = 4 * 1024 * 1024;

const lineFeed = 0x0a;
export interface OpenedFile {
  /** The bytes, unpacked; throws `UnreadableFile` at what cannot be read. */
  chunks: AsyncGenerator<Buffer>;
  /** What the file begins with, at least 64 kB where there are as many. */
  head: Buffer;
}

const headBytes = 65_536;
const chunkBytes = 262_144;

/**
 * Opens a file, unpacked when it is gzip by its first bytes, whatever its name says.
 *
 * @param onBytes - Is told of every piece of the file that was read, in bytes on the disk.
 * @throws UnreadableFile
 */
export async function openFile(
  path: string,
  onBytes: (count: number) => void,
): Promise<OpenedFile> {
  const raw = fileChunks(createReadStream(path, { highWaterMark: chunkBytes }), onBytes);
  const opened = await withHead(raw, 2);
  const isGzip = opened.head[0] === 0x1f && opened.head[1] === 0x8b;
  return withHead(isGzip ? gunzip(opened.chunks) : opened.chunks, headBytes);
}

/** Looks at the first bytes, and gives them back before the others. */
async function withHead(source: AsyncGenerator<Buffer>, atLeast: number): Promise<OpenedFile> {
  const first: Buffer[] = [];
  let length = 0;
  while (length < atLeast) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
    length += value.length;
  }
  const head = Buffer.concat(first);
  async function* chunks() {
    try {
      if (head.length > 0) yield head;
      yield* source;
    } finally {
      await source.return(undefined);
    }
  }
  return { head, chunks: chunks() };
}

async function* fileChunks(
  stream: Readable,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw toUnreadableError(error);
  }
}

async function* gunzip(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = new PassThrough({ highWaterMark: chunkBytes });
  pipeline(source, createGunzip({ chunkSize: chunkBytes }), unpacked, () => {});
  yield* fileChunks(unpacked, () => {});
}

const errorMessages: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder.',
  EACCES: 'This file may not be read.',
  Z_DATA_ERROR: 'The gzip data are broken.',
  Z_BUF_ERROR: 'The gzip data end too early.',
};

function toUnreadableError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new UnreadableFileError(errorMessages[String(error.code)] ?? error.message, error);
}

/**
 * The lines of a file, numbered from 1; null for one that is longer than four megabytes, of which
 * nothing is kept. In groups, since to wait for each line would take longer than to read it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ number: number; line: Buffer | null }[]> {
  let number = 1;
  let held: Buffer[] = [];
  let heldBytes = 0;
  const take = (piece: Buffer): Buffer | null => {
    const length = heldBytes + piece.length;
    const line = held.length > 0 ? Buffer.concat([...held, piece]) : piece;
    held = [];
    heldBytes = 0;
    return length > maxLineBytes ? null : line;
  };
  for await (const chunk of chunks) {
    const lines = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      lines.push({ number: number++, line: take(chunk.subarray(start, end)) });
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    heldBytes += rest.length;
    if (heldBytes > maxLineBytes) held = [];
    else if (rest.length > 0) held.push(rest);
    if (lines.length > 0) yield lines;
  }
  if (heldBytes > 0) yield [{ number, line: take(Buffer.alloc(0)) }];
}
