import { STATUS_CODES } from 'node:http';
import type { OpenapiDocument } from './complete-document.ts';

/**
 * Moves responses that several operations share, such as problems, to the components. This halves
 * the document's length.
 */
export function shareResponses(document: OpenapiDocument): void {
  const holders = operationResponses(document);
  const uses = Map.groupBy(holders, ({ response }) => JSON.stringify(response));
  const components: Record<string, object> = {};
  for (const [text, users] of uses) {
    const [first] = users;
    if (!first || users.length < 2) continue;
    const name = freeName(nameOf(first.status, text), components);
    components[name] = first.response;
    for (const { responses, status } of users) {
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  Object.assign(document.components ?? {}, { responses: components });
}

function operationResponses({ paths }: OpenapiDocument) {
  const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path ?? {}));
  return operations.flatMap((operation) => {
    if (typeof operation !== 'object' || !('responses' in operation)) return [];
    const responses: Record<string, object> = operation.responses ?? {};
    return Object.entries(responses).flatMap(([status, response]) =>
      Number(status) >= 300 ? [{ responses, status, response }] : [],
    );
  });
}

/**
 * Returns a name based only on the response, such as `NotFoundBook` for 404 `book_not_found` or
 * `BadRequestPublic` for 400 without an API key.
 */
function nameOf(status: string, response: string): string {
  const words = (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z]/g, '');
  const codes: unknown = JSON.parse(
    /"code":\{"type":"string","enum":(\[.*?\])/.exec(response)?.[1] ?? '[]',
  );
  const own = Array.isArray(codes) ? codes.map(String).filter((code) => !usualCodes.has(code)) : [];
  const isKeyed = response.includes('RateLimit');
  const isIdempotent = response.includes('Idempotent-Replayed');
  return [
    words,
    ...own.map((code) => toPascalCase(code).replace(words, '')),
    isKeyed ? '' : 'Public',
    isIdempotent ? 'Idempotent' : '',
  ].join('');
}

/** Codes that do not distinguish a response from the others with its status. */
const usualCodes = new Set([
  'invalid_request',
  'key_missing',
  'key_invalid',
  'key_expired',
  'key_revoked',
  'origin_not_allowed',
  'secret_key_in_browser',
  'permission_denied',
  'burst',
  'too_many_requests',
  'quota_daily',
  'quota_monthly',
  'body_too_large',
  'unsupported_media_type',
  'internal_error',
  'overloaded',
  'conflict',
  'precondition_failed',
  'not_found',
]);

function toPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function freeName(name: string, taken: object): string {
  let free = name;
  for (let number = 2; free in taken; number += 1) free = `${name}${number}`;
  return free;
}
