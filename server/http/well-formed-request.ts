import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Rejects query strings with invalid percent-encoding, bytes that are not UTF-8 (including
 * surrogates), NUL, or repeated parameters. The query parser would pass them on unchanged.
 */
export function rejectMalformedQuery({ url, is404 }: FastifyRequest): void {
  const start = url.indexOf('?');
  if (start === -1 || is404) return;
  const names = new Set<string>();
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const [name, value] = end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
    const decoded = decode(name);
    if (decoded.fault !== null) throw invalidQueryParameter(name, decoded.fault);
    const fault = decode(value).fault;
    if (fault !== null) throw invalidQueryParameter(decoded.text, fault);
    if (names.has(decoded.text)) throw invalidQueryParameter(decoded.text, 'Must not be repeated.');
    names.add(decoded.text);
  }
}

function invalidQueryParameter(parameter: string, detail: string): Failure {
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

/**
 * Rejects JSON bodies with strings that contain NUL or lone surrogates, which databases cannot
 * store unchanged.
 */
export function rejectMalformedBody({ body }: FastifyRequest): void {
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return;
  // Use an explicit stack because recursion could overflow the call stack on deep nesting.
  const rest: { value: unknown; pointer: string }[] = [{ value: body, pointer: '' }];
  for (let one = rest.pop(); one; one = rest.pop()) {
    const { value, pointer } = one;
    if (typeof value === 'string' && !isStorableText(value)) throw invalidBodyText(pointer);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorableText(name)) throw invalidBodyText(pointer);
      const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
      rest.push({ value: inner, pointer: `${pointer}/${step}` });
    }
  }
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function invalidBodyText(pointer: string): Failure {
  const detail = 'Must not contain NUL or lone surrogates.';
  return new Failure('invalid_request', `${pointer || 'Body'}: ${detail}`, {
    errors: [{ pointer, detail }],
  });
}
