import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Refuses a query string whose octets are no text: a broken percent-encoding, octets that are not
 * UTF-8 (surrogates among them) and NUL. A decoder would hand them on as if they had been meant.
 */
export async function wellFormedQuery({ url }: FastifyRequest): Promise<void> {
  const start = url.indexOf('?');
  if (start === -1) return;
  for (const pair of url.slice(start + 1).split('&')) {
    if (!pair.includes('%')) continue;
    const end = pair.indexOf('=');
    const [name, value] = end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
    const fault = faultOf(name) ?? faultOf(value);
    if (!fault) continue;
    const parameter = faultOf(name) ? name : decodeURIComponent(name);
    throw new Failure('invalid_request', `${parameter}: ${fault}`, {
      errors: [{ parameter, detail: fault }],
    });
  }
}

function faultOf(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded).includes('\0') ? 'Must not contain NUL.' : null;
  } catch {
    return 'Must be percent-encoded UTF-8.';
  }
}
