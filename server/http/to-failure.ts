import type { FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isConnectionUnavailable, isDatabaseUnavailable } from '../db/database-errors.ts';
import { Failure, type FailureCode, type FailureDetail, failureStatus } from '../failure.ts';
import { StorageError } from '../storage/object-store.ts';
import { type RequestPart, requestPart, toDetails } from './invalid-request.ts';

/** A format and its refinement can report the same fault twice. */
function distinct(details: FailureDetail[]): FailureDetail[] {
  const byText = new Map<string, FailureDetail>();
  for (const one of details) {
    const text = [one.parameter, one.pointer, one.detail].join(' ');
    if (!byText.has(text)) byText.set(text, one);
  }
  return [...byText.values()];
}

/**
 * Returns the failure for a thrown error, or null for an internal error.
 *
 * @param request - The request that failed, whose route the messages describe.
 */
export function toFailure(error: unknown, request: FastifyRequest): Failure | null {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return null;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const context = 'validationContext' in error ? String(error.validationContext) : '';
    const part = requestPart(request, context);
    const errors = distinct(error.validation.flatMap((issue) => toDetails(issue, part)));
    const missing = context === 'params' ? notFoundCode(errors) : null;
    if (missing)
      return new Failure(missing, notFoundMessage(part, errors), { errors, cause: error });
    return new Failure('invalid_request', summarize(errors), { errors, cause: error });
  }
  if (isConnectionUnavailable(error)) return toOverloaded(error);
  if (isDatabaseUnavailable(error)) return toDatabaseFailure(error);
  if (error instanceof StorageError) return toStorageFailure(error);
  const code = toFailureCode(error);
  return code ? new Failure(code, describeError(code, error, request), { cause: error }) : null;
}

/** Returns the code for a malformed id in a path, which names no resource, or null. */
function notFoundCode(errors: FailureDetail[]): FailureCode | null {
  const id = errors.find(({ parameter }) => parameter !== undefined && isIdParameter(parameter));
  return id?.parameter === undefined ? null : notFoundCodeOf(id.parameter);
}

/** Whether a path parameter contains an id, such as `bookId`. */
export function isIdParameter(parameter: string): boolean {
  return parameter.endsWith('Id');
}

/** Returns the code for an id that does not exist, such as `book_not_found` for `bookId`. */
export function notFoundCodeOf(parameter: string): FailureCode {
  const code = `${parameter.slice(0, -'Id'.length)}_not_found`;
  return isFailureCode(code) ? code : 'not_found';
}

function notFoundMessage({ value }: RequestPart, errors: FailureDetail[]): string {
  const parameter = errors.map((one) => one.parameter ?? '').find(isIdParameter) ?? '';
  const detail = errors.find((one) => one.parameter === parameter)?.detail ?? '';
  const noun = parameter.slice(0, -'Id'.length);
  const sent = new Map<string, unknown>(Object.entries(Object(value))).get(parameter);
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const shown = String(sent).slice(0, 80).toWellFormed();
  return `No ${noun} has the id ${shown}, which is not ${article} ${noun} id. ${parameter}: ${detail}`;
}

function describeError(code: FailureCode, error: Error, request: FastifyRequest): string {
  const { schema, bodyLimit } = request.routeOptions;
  if (code === 'unsupported_media_type') {
    const sent = request.headers['content-type'];
    const got = sent ? JSON.stringify(sent.slice(0, 100)) : 'no media type';
    if ((schema?.body ?? schema?.consumes) === undefined)
      return `This request takes no body, but \`Content-Type\` is ${got}. Omit both.`;
    const accepts = (schema?.consumes ?? ['application/json']).map((type) => `\`${type}\``);
    return `\`Content-Type\` must be ${accepts.join(' or ')}, got ${got}.`;
  }
  if (code === 'body_too_large' && bodyLimit !== undefined) {
    return `The body must be at most ${bodyLimit.toLocaleString('en-US')} bytes long.`;
  }
  const known = 'code' in error ? fastifyMessages[String(error.code)] : undefined;
  return known ?? error.message;
}

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY:
    'The body is not valid JSON. Names and strings need double quotes, and no comma can follow the last member.',
  FST_ERR_CTP_EMPTY_JSON_BODY:
    'The body is empty. Send JSON, or omit the `Content-Type` header if the request has no body.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: '`Content-Length` must be the length of the body in bytes.',
};

function toOverloaded(cause: Error): Failure {
  return new Failure(
    'overloaded',
    'All database connections are in use. Retry after the number of seconds in `Retry-After`.',
    {
      headers: { 'Retry-After': '2' },
      cause,
    },
  );
}

function toDatabaseFailure(cause: Error): Failure {
  return new Failure(
    'overloaded',
    'The database is not available. Retry after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if the request writes.',
    { headers: { 'Retry-After': '2' }, cause },
  );
}

function toStorageFailure(cause: StorageError): Failure {
  return new Failure(
    'overloaded',
    'The storage of book content is not available. Retry after the number of seconds in `Retry-After`.',
    { headers: { 'Retry-After': '5' }, cause },
  );
}

/** Converts errors that Fastify and its plugins throw for invalid requests. */
function toFailureCode(error: Error): FailureCode | null {
  if (!('code' in error) || !String(error.code).startsWith('FST_')) return null;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return 'body_too_large';
  if (status === 406 || status === 415) return 'unsupported_media_type';
  return status >= 400 && status < 500 ? 'invalid_request' : null;
}

function summarize(details: FailureDetail[]): string {
  return details
    .map(({ parameter, pointer, detail }) => {
      if (parameter) return `${parameter}: ${detail}`;
      return pointer ? `${pointer}: ${detail}` : `Body: ${detail}`;
    })
    .join(' ');
}

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failureStatus, code);
}
