import { ApiFailure } from './api-failure.ts';

/** Longest wait for a request that tests a connection, in ms. */
const probeTimeoutMs = 5000;
/** Characters that a header value can contain. */
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Determines why a request got no response. The key contains a character that headers cannot
 * contain (`key_invalid`), the device is offline (`offline`), the page or the browser blocks the
 * request (`request_blocked`), or the network works but the API does not respond
 * (`api_unreachable`). If `api` is empty, the script's server is not the API (`api_missing`).
 *
 * @param headers - The headers of the request.
 * @param api - The reader's `api`.
 * @param isLost - Whether the connection was lost after the request was sent, so that nothing
 * blocked the request.
 */
export async function explainNoResponse(
  url: string,
  headers: object,
  api: string | undefined,
  isLost = false,
  fetch = globalThis.fetch,
): Promise<ApiFailure> {
  const failure = await findCause(url, headers, api, isLost, fetch);
  // A server that does not respond cannot show the guide.
  logFailure(failure, failure.code === 'api_unreachable' ? import.meta.url : url);
  return failure;
}

async function findCause(
  url: string,
  headers: object,
  api: string | undefined,
  isLost: boolean,
  fetch: typeof globalThis.fetch,
): Promise<ApiFailure> {
  const unsendable = Object.values(headers)
    .map(String)
    .find((value) => !headerText.test(value));
  if (unsendable) {
    const character = [...unsendable].find((one) => !headerText.test(one)) ?? '';
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return new ApiFailure(
      'key_invalid',
      `The key or token contains the character “${character}” (U+${code}), which no key contains.`,
    );
  }
  const offline = new ApiFailure('offline', 'No response.');
  if (!navigator.onLine) return offline;
  const { origin } = new URL(url);
  const unreachable = new ApiFailure('api_unreachable', `${origin} does not respond.`);
  const probe = (address: string, init: RequestInit) =>
    fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(probeTimeoutMs),
      ...init,
    }).then(
      () => true,
      () => false,
    );
  const policy = observePolicy(origin);
  const isReachable = await probe(`${origin}/`, { mode: 'no-cors' });
  if (await policy()) {
    return new ApiFailure(
      'request_blocked',
      `The page’s Content Security Policy blocks requests to ${origin}. Add ${origin} to connect-src.`,
    );
  }
  if (isReachable && isLost) return unreachable;
  if (isReachable && !api) return missingApi(origin);
  if (isReachable) {
    return new ApiFailure(
      'request_blocked',
      `${origin} responds, but the browser blocked the request to ${withoutQuery(url)}. A content blocker, a proxy ` +
        'without CORS headers, or a server that is not the API can be the cause.',
    );
  }
  // A request to the page's own server determines whether there is a network.
  const isOwnServer = !/^https?:$/.test(location.protocol) || origin === location.origin;
  if (isOwnServer || !(await probe(location.href, { method: 'HEAD' }))) return offline;
  return unreachable;
}

function missingApi(origin: string): ApiFailure {
  return new ApiFailure(
    'api_missing',
    `${origin}, from which the script was loaded, is not the API. Set the attribute api to the API’s URL.`,
  );
}

/**
 * Returns a function that resolves to whether the page's policy has blocked requests to an origin
 * since the call.
 */
function observePolicy(origin: string): () => Promise<boolean> {
  let isBlocked = false;
  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    isBlocked ||= effectiveDirective === 'connect-src' && blockedURI.startsWith(origin);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return async () => {
    // The event fires in a separate task after the request fails.
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.removeEventListener('securitypolicyviolation', onViolation);
    return isBlocked;
  };
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/**
 * Codes of failures that the page's owner can fix, with the section of the guide that explains
 * each.
 */
const guideSections: Readonly<Record<string, string>> = {
  key_missing: 'the-key',
  key_invalid: 'the-key',
  key_expired: 'the-key',
  key_revoked: 'the-key',
  secret_key_in_browser: 'the-key',
  origin_not_allowed: 'the-pages-origin',
  request_blocked: 'blocked-requests',
  api_unreachable: 'blocked-requests',
  api_missing: 'the-api',
  book_not_found: 'the-book',
  book_missing: 'the-book',
};

/** Logs a failure that the page's owner can fix, with a link to the guide. */
export function logFailure({ code, message }: ApiFailure, url: string): void {
  const section = Object.hasOwn(guideSections, code) ? guideSections[code] : null;
  if (!section) return;
  const guide = `${new URL(url, import.meta.url).origin}/docs/guide/guides/troubleshooting#${section}`;
  console.error(`<svc-reader> can’t open the book (${code}): ${message}\n${guide}`);
}

/** Logs which attribute the page's owner omitted. This check needs no request. */
export function logOwnFailure({ code, status }: { code: string; status: number }): void {
  const attribute = { book_missing: 'book', key_missing: 'key' }[code];
  if (attribute && status === 0)
    logFailure(new ApiFailure(code, `Set the attribute ${attribute}.`), import.meta.url);
}
