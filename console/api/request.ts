import { currentLanguage } from '../i18n/translate.ts';

/** An error in a value of the request. */
export interface FieldError {
  /** In English. */
  detail: string;
  /** Identifies the rule, such as `too_long`, if the server names one. */
  reason: string | null;
  /** Parameters of the rule, such as `{ max: 100 }`. */
  values: Readonly<Record<string, string | number>>;
}

/** An error response from the server (RFC 9457), or a missing response. */
export class ApiError extends Error {
  /** For example, `role_denied`, or `offline` if there was no response. */
  readonly code: string;
  readonly status: number;
  /** The cause, for codes with several causes, or null. */
  readonly reason: string | null;
  /** Errors by JSON Pointer to the invalid value. */
  readonly fields: ReadonlyMap<string, FieldError>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: { reason?: string | null; fields?: ReadonlyMap<string, FieldError> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.reason = more.reason ?? null;
    this.fields = more.fields ?? new Map<string, FieldError>();
  }
}

/** Dispatched on `window` if the page cannot stay open because there is no session. */
export const signedOutEvent = 'svc-signed-out';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Requests `/console/api` + `path` and returns the parsed body. `server/console/contract.ts`
 * declares the routes' types. If the server requires confirmation, asks the person first.
 *
 * @throws ApiError
 */
export async function request<Body>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Body> {
  const response = await send(method, path, body, signal);
  const parsed: unknown = await response.json().catch(() => null);
  if (response.ok) return asBody<Body>(parsed);
  const error = toError(response.status, parsed);
  if (error.code === 'confirmation_required') {
    const { askForConfirmation } = await import('../elements/confirm-dialog.ts');
    if (await askForConfirmation()) return request<Body>(method, path, body, signal);
  }
  // Customers in the webhook portal cannot sign in.
  const canSignIn = !path.startsWith('/webhook-portal');
  // Stay on the page after a failed change, so that typed text is kept and the error is shown.
  const canLeave = canSignIn && (method === 'GET' || path === '/session');
  if (error.code === 'not_signed_in' && canLeave) window.dispatchEvent(new Event(signedOutEvent));
  throw error;
}

/** Responses by path, or null after an error. */
const early = new Map<string, Promise<{ data: unknown } | null>>();
/** Time after which an early response is out of date. */
const maxEarlyMs = 10_000;

/**
 * Requests data while the page's code and the session load. The next `get` of the path within ten
 * seconds returns it. It sends its own request after an error.
 */
export function getEarly(path: string): void {
  const received = send('GET', path, undefined).then((response) =>
    response.ok ? response.json().then(asBody<{ data: unknown }>) : null,
  );
  early.set(
    path,
    received.catch(() => null),
  );
  setTimeout(() => early.delete(path), maxEarlyMs);
}

/** Requests `/console/api` + `path` and returns the `data` of the response. @throws ApiError */
export async function get<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  const received = early.get(path);
  early.delete(path);
  const body = await received;
  if (body) return asBody<Data>(body.data);
  return (await request<{ data: Data }>('GET', path, undefined, signal)).data;
}

/** Sends a change and returns the `data` of the response. @throws ApiError */
export async function change<Data>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Data> {
  return (await request<{ data: Data }>(method, path, body, signal)).data;
}

async function send(method: Method, path: string, body: unknown, signal?: AbortSignal) {
  try {
    return await fetch(`/console/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        // The server writes email to this person in this language.
        'Accept-Language': currentLanguage(),
        ...(body !== undefined && { 'Content-Type': typeOf(body) }),
      },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('offline', 0, 'The server did not respond.');
  }
}

/** Bytes are sent as they are, and everything else as JSON. */
function typeOf(body: unknown): string {
  return body instanceof Blob ? 'application/octet-stream' : 'application/json';
}

/** No validation, because the console and the server are always from the same release. */
function asBody<Body>(parsed: unknown): Body {
  return parsed as Body;
}

function toError(status: number, parsed: unknown): ApiError {
  const problem: Map<string, unknown> = new Map(Object.entries(Object(parsed)));
  const fields = new Map<string, FieldError>();
  const errors: unknown = problem.get('errors');
  for (const one of Array.isArray(errors) ? errors : []) {
    const { pointer, detail, reason, values } = Object(one);
    if (typeof pointer !== 'string' || typeof detail !== 'string') continue;
    fields.set(pointer, { detail, reason: textOrNull(reason), values: Object(values) });
  }
  const code = String(problem.get('code') ?? 'internal_error');
  const reason = textOrNull(problem.get('reason'));
  return new ApiError(code, status, String(problem.get('detail') ?? ''), { reason, fields });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
