import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** A file served at one path. */
export interface ServedFile {
  bytes: Buffer;
  mediaType: string;
}

export interface FileServer {
  /** Without a trailing slash. */
  origin: string;
  /** By path, with a leading slash. */
  files: Map<string, ServedFile>;
  close(): Promise<void>;
}

/** Serves files from memory on a free port, with Brotli compression for text. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const packed = new Map<string, Buffer>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = files.get(path);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const isText = /javascript|json|xml|css|html/.test(file.mediaType) && file.bytes.length > 200;
    const bytes = isText ? brotli(path, file.bytes) : file.bytes;
    response.writeHead(200, {
      'content-type': file.mediaType,
      'content-length': bytes.length,
      'cache-control': 'public, max-age=3600',
      ...(isText && { 'content-encoding': 'br', vary: 'Accept-Encoding' }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  function brotli(path: string, bytes: Buffer): Buffer {
    const known = packed.get(path);
    if (known) return known;
    const made = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    packed.set(path, made);
    return made;
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
