import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Refuses a query string whose octets are no text: a broken percent-encoding, octets that are not
 * UTF-8 (surrogates among them) and NUL. A decoder would hand them on as if they had been meant.
 * And no parameter is taken twice.
 */
export async function wellFormedQuery({ url, is404 }: FastifyRequest): Promise<void> {
  const start = url.indexOf('?');
  if (start === -1 || is404) return;
  const names = new Set<string>();
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const [name, value] = end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
    const decoded = decode(name);
    if (decoded.fault !== null) throw refusal(name, decoded.fault);
    const fault = decode(value).fault;
    if (fault !== null) throw refusal(decoded.text, fault);
    if (names.has(decoded.text)) throw refusal(decoded.text, 'Must be given once.');
    names.add(decoded.text);
  }
}

function refusal(parameter: string, detail: string): Failure {
  return new Failure('invalid_request', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail }],
  });
}

function decode(encoded: string): { text: string; fault: string | null } {
  try {
    const text = decodeURIComponent(encoded);
    return { text, fault: text.includes('\0') ? 'Must not contain NUL.' : null };
  } catch {
    return { text: encoded, fault: 'Must be percent-encoded UTF-8.' };
  }
}
