import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { sha256 } from '../../../server/storage/open-object-store.ts';
import { StorageError } from '../../../server/storage/object-store.ts';
import { s3Store } from '../../../server/storage/s3-store.ts';

const bytes = Buffer.from('the bytes of a section'.repeat(100));
const timeouts = { readIdleMs: 150, readMs: 800, writeIdleMs: 150 };

describe('an object storage that misbehaves', () => {
  let answer: (response: ServerResponse) => void = () => undefined;
  let server: Server;

  before(async () => {
    server = createServer((request, response) => {
      request.resume();
      answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'tester',
      AWS_SECRET_ACCESS_KEY: 'a-secret-of-the-tests',
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const faults: Record<string, (response: ServerResponse) => void> = {
    'never answers': () => undefined,
    'stops within an object': (response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, 10));
    },
    'sends an object too slowly': (response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    },
    'closes the connection within an object': (response) => {
      response.writeHead(200, { 'Content-Length': bytes.length });
      response.write(bytes.subarray(0, 10), () => response.destroy());
    },
    'answers with an error': (response) => response.writeHead(500).end(),
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`fails reads if it ${name}`, { timeout: 20_000 }, async () => {
      answer = fault;
      await assert.rejects(s3Store('s3://books', timeouts).get(sha256(bytes)), StorageError);
    });
  }

  it('fails writes if it never answers', { timeout: 20_000 }, async () => {
    answer = () => undefined;
    await assert.rejects(s3Store('s3://books', timeouts).put(sha256(bytes), bytes), StorageError);
  });

  it('works again afterwards', async () => {
    answer = (response) => void response.writeHead(200).end(bytes);
    assert.deepEqual(
      Buffer.from((await s3Store('s3://books', timeouts).get(sha256(bytes))) ?? []),
      bytes,
    );
  });
});
