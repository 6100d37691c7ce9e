import type { IncomingHttpHeaders } from 'node:http';

/** `DNT: 1`, or Global Privacy Control (https://w3c.github.io/gpc/). */
export function asksNotToBeTracked(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}
