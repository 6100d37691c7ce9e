import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

/**
 * Refuses a body of JSON with strings that are no text: with NUL, or with half a surrogate pair.
 * Databases do not keep them, and what is not kept must not be answered as if it were.
 */
export async function wellFormedBody({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return;
  // A stack of our own: nesting costs nothing to send.
  const rest: { value: unknown; pointer: string }[] = [{ value: body, pointer: '' }];
  for (let one = rest.pop(); one; one = rest.pop()) {
    const { value, pointer } = one;
    if (typeof value === 'string' && !isText(value)) throw refusal(pointer);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isText(name)) throw refusal(pointer);
      const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
      rest.push({ value: inner, pointer: `${pointer}/${step}` });
    }
  }
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refusal(pointer: string): Failure {
  const detail = 'Must be text, without NUL and without halves of surrogate pairs.';
  return new Failure('invalid_request', `${pointer || 'Body'}: ${detail}`, {
    errors: [{ pointer, detail }],
  });
}
