import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';

/** Some ten milliseconds of work: others have their turn in between. */
const chunkBytes = 8 * 1024 * 1024;

/** Of method, address and body: JSON by what it says, not by its spaces; a form by its file. */
export async function requestDigest({ method, url, body }: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(`${method} ${url}\n`);
  if (!(body instanceof Uint8Array)) {
    return hash.update(JSON.stringify(body) ?? '').digest('hex');
  }
  for (let start = 0; start < body.length; start += chunkBytes) {
    if (start > 0) await nextTurn();
    hash.update(body.subarray(start, start + chunkBytes));
  }
  return hash.digest('hex');
}
