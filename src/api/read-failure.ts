import { ApiFailure } from './api-failure.ts';

/** A year: nobody waits for longer. */
const longestSeconds = 31_536_000;

/** The failure that a response states, by RFC 9457 where it does. */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const problem: unknown = await response.json().catch(() => null);
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const code = textOf(problem, 'code') ?? 'unknown';
  const parameters = code === 'unknown_currency' ? ['currency'] : parametersOf(problem);
  const isNoBook = code === 'invalid_request' && parameters.includes('book');
  return new ApiFailure(
    // What cannot be the name of a book is the name of none.
    isNoBook ? 'book_not_found' : code,
    textOf(problem, 'detail') ?? textOf(problem, 'title') ?? `The API answered ${response.status}.`,
    {
      status: response.status,
      requestId: textOf(problem, 'requestId') ?? response.headers.get('Request-Id'),
      retryAfterSeconds: retryAfter >= 0 && retryAfter < longestSeconds ? retryAfter : null,
      parameters,
    },
  );
}

function parametersOf(problem: unknown): string[] {
  const errors: unknown = typeof problem === 'object' && problem && Reflect.get(problem, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((one: unknown) => textOf(one, 'parameter') ?? []);
}

function textOf(value: unknown, key: string): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: unknown = Reflect.get(value, key);
  return typeof found === 'string' ? found : null;
}
