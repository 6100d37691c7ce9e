import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableFileError } from './contract.ts';

/** Maximum length of a record. Far longer than any real record, and small enough for memory. */
export const maxLineBytes = 4 * 1024 * 1024;

const lineFeed = 0x0a;
export interface OpenedFile {
  /** The unpacked bytes. Throws `UnreadableFileError` at data that cannot be read. */
  chunks: AsyncGenerator<Buffer>;
  /** The first bytes, at least 64 kB unless the file is shorter. */
  head: Buffer;
}

const headBytes = 65_536;
const chunkBytes = 262_144;

/**
 * Opens a file and unpacks it if it has a gzip signature, regardless of its name.
 *
 * @param onBytes - Receives the number of bytes read from disk after each read.
 * @throws UnreadableFileError
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

/** Reads the first bytes, then yields them again before the rest. */
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
  ENOENT: 'The file does not exist.',
  EISDIR: 'The path is a folder.',
  EACCES: 'Permission to read the file was denied.',
  Z_DATA_ERROR: 'The gzip data is corrupt.',
  Z_BUF_ERROR: 'The gzip data is incomplete.',
};

function toUnreadableError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new UnreadableFileError(errorMessages[String(error.code)] ?? error.message, error);
}

/**
 * Yields a file's lines, numbered from 1. A line longer than 4 MB is null, and its content is
 * discarded. Lines are yielded in groups because awaiting each line separately would take longer
 * than reading it.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<{ number: number; line: Buffer | null }[]> {
  let number = 1;
  let buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const take = (piece: Buffer): Buffer | null => {
    const length = bufferedBytes + piece.length;
    const line = buffered.length > 0 ? Buffer.concat([...buffered, piece]) : piece;
    buffered = [];
    bufferedBytes = 0;
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
    bufferedBytes += rest.length;
    if (bufferedBytes > maxLineBytes) buffered = [];
    else if (rest.length > 0) buffered.push(rest);
    if (lines.length > 0) yield lines;
  }
  if (bufferedBytes > 0) yield [{ number, line: take(Buffer.alloc(0)) }];
}
