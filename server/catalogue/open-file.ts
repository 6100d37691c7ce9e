import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UnreadableFile } from './contract.ts';

export interface OpenFile {
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
export async function openFile(path: string, onBytes: (count: number) => void): Promise<OpenFile> {
  const raw = fileChunks(createReadStream(path, { highWaterMark: chunkBytes }), onBytes);
  const opened = await withHead(raw, 2);
  const isGzip = opened.head[0] === 0x1f && opened.head[1] === 0x8b;
  return withHead(isGzip ? gunzipped(opened.chunks) : opened.chunks, headBytes);
}

/** Looks at the first bytes, and gives them back before the others. */
async function withHead(source: AsyncGenerator<Buffer>, atLeast: number): Promise<OpenFile> {
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
    throw toUnreadable(error);
  }
}

async function* gunzipped(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = new PassThrough({ highWaterMark: chunkBytes });
  pipeline(source, createGunzip({ chunkSize: chunkBytes }), unpacked, () => {});
  yield* fileChunks(unpacked, () => {});
}

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'This is a folder.',
  EACCES: 'This file may not be read.',
  Z_DATA_ERROR: 'The gzip data are broken.',
  Z_BUF_ERROR: 'The gzip data end too early.',
};

function toUnreadable(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new UnreadableFile(reasons[String(error.code)] ?? error.message, error);
}
