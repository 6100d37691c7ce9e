import type { FastifyPluginAsync } from 'fastify';
import { type FailureCode, failureStatus } from '../failure.ts';
import { problemTitles } from './problem.ts';

interface Explanation {
  /** Why requests fail with this code. */
  cause: string;
  /** Recommended action. */
  remedy: string;
}

const unknownId = (noun: string, list: string): Explanation => ({
  cause: `The id in the URL is malformed, or no ${noun} that your account can see has it.`,
  remedy: `Check the id. ${list}`,
});

/** The cause and remedy of each problem, shown at `/problems/{code}`. */
export const problemExplanations = {
  invalid_request: {
    cause:
      'A parameter, a member of the body, or the body itself is missing, unknown or outside the allowed values.',
    remedy:
      'Read `errors`, which names each parameter or JSON pointer with the allowed values. Correct them and send the request again.',
  },
  invalid_cursor: {
    cause:
      'The `cursor` comes from a different list, from different filters, or was changed. Cursors are valid only with the parameters of the page that returned them.',
    remedy:
      'Follow the `Link` header, or repeat the request with the same parameters and the unchanged `meta.nextCursor`. Omit `cursor` to start again.',
  },
  unknown_currency: {
    cause:
      'The currency is not an active ISO 4217 currency, or no exchange rate is available for it.',
    remedy: 'Use a code that `GET /v1/rates/currencies` lists, such as `EUR`.',
  },
  key_missing: {
    cause: 'The request has no API key.',
    remedy: 'Send the header `Authorization: Bearer KEY`. `svc keys create` creates a key.',
  },
  key_invalid: {
    cause: 'The API key is incomplete, mistyped or unknown to this server.',
    remedy:
      'Copy the whole key again, or create a new one. Check that the key belongs to this server.',
  },
  key_expired: {
    cause: 'The API key’s expiry time, or the grace period after its rotation, has passed.',
    remedy: 'Create or rotate a key, and replace the expired one.',
  },
  key_revoked: {
    cause: 'The API key was revoked.',
    remedy: 'Create a new key. A revoked key cannot be used again.',
  },
  session_invalid: {
    cause: 'The session token is missing, was changed, or belongs to another book, page or server.',
    remedy: 'Open the book again with `GET /v1/reader/embed`, and use the new token.',
  },
  session_expired: {
    cause: 'The session token is older than its lifetime and was not refreshed.',
    remedy: 'Open the book again. The element refreshes tokens automatically while it is open.',
  },
  session_ended: {
    cause: 'The publisher ended the reading session, or its API key was revoked.',
    remedy: 'Ask the publisher for access, and open the book again.',
  },
  book_private: {
    cause: 'The book is private, and the request has no key or session that may see it.',
    remedy:
      'Open the book with a session that the publisher’s server creates, or make the book public.',
  },
  not_signed_in: {
    cause: 'The console’s session has ended, or the request has no session cookie.',
    remedy: 'Sign in at `/console/`. API keys do not work for the console.',
  },
  sign_in_failed: {
    cause: 'No user has this email address and password.',
    remedy:
      'Check both. If you forgot the password, choose “Forgot your password?” at `/console/`, or ask an owner of your account for a recovery link.',
  },
  sign_in_expired: {
    cause:
      'The sign-in was already completed, took longer than ten minutes, or began in another browser.',
    remedy: 'Sign in again in the same browser.',
  },
  code_incorrect: {
    cause: 'The code is wrong, has expired, or was already used.',
    remedy: 'Wait for the next code in your authenticator app, or use a recovery code.',
  },
  permission_denied: {
    cause: 'The API key lacks the permission that `detail` names.',
    remedy:
      'Use a key that has the permission, or create one with `svc keys create --permissions`.',
  },
  origin_not_allowed: {
    cause:
      'The request comes from a page whose origin is not in the key’s or session’s allowed origins.',
    remedy:
      'Add the page’s origin, such as `https://shop.example`, to the key, or use another key.',
  },
  secret_key_in_browser: {
    cause: 'A secret key was sent with an `Origin` header, so it is visible to visitors of a page.',
    remedy: 'Revoke the key, and use a publishable key in pages.',
  },
  not_licensed: {
    cause:
      'The reading session gives access to a sample that does not include this part of the book.',
    remedy: 'Create a session with full access for buyers with `POST /v1/reader/sessions`.',
  },
  access_expired: {
    cause: 'The reader’s access to the book has ended.',
    remedy: 'Create a session with a later `expiresAt`.',
  },
  not_yours: {
    cause:
      'The resource belongs to another account or to the shared catalog, which only the operator changes.',
    remedy: 'Change only your own account’s resources.',
  },
  account_suspended: {
    cause: 'The operator of the server has suspended the account.',
    remedy: 'Contact the operator of the server.',
  },
  second_factor_required: {
    cause: 'The account requires a second factor, and you signed in with only a password.',
    remedy: 'Set up an authenticator app or a passkey on the page with your name.',
  },
  confirmation_required: {
    cause: 'The change requires that you recently entered your password or another factor.',
    remedy: 'Confirm your identity, then repeat the change.',
  },
  role_denied: {
    cause: 'Your role in the account does not include this action.',
    remedy: 'Ask an owner of the account to do it or to change your role.',
  },
  not_found: {
    cause: 'No resource exists at the path.',
    remedy: 'Check the path against the API reference at `/docs`.',
  },
  book_not_found: unknownId(
    'book',
    '`GET /v1/books` lists books. Private books of other accounts are not found.',
  ),
  book_not_readable: {
    cause: 'The book has a record but no text.',
    remedy:
      'Import an EPUB file of the book, or publish a chapter. `GET /v1/books?readable=true` lists books with text.',
  },
  key_not_found: unknownId('API key', '`svc keys list` lists keys.'),
  account_not_found: unknownId('account', '`svc accounts list` on the server lists accounts.'),
  rates_not_found: {
    cause: 'No rate table contains all requested currencies on or before the date.',
    remedy: 'Use a later `date`, or fewer currencies.',
  },
  webhook_not_found: unknownId('webhook', '`GET /v1/webhooks` lists webhooks.'),
  delivery_not_found: unknownId(
    'delivery',
    '`GET /v1/webhooks/{webhookId}/deliveries` lists deliveries.',
  ),
  chapter_not_found: unknownId('chapter', '`GET /v1/books/{bookId}/chapters` lists chapters.'),
  review_not_found: unknownId('review', '`GET /v1/books/{bookId}/reviews` lists reviews.'),
  sale_not_found: unknownId('sale', '`GET /v1/sales` lists sales.'),
  session_not_found: unknownId(
    'reading session',
    'Sessions that have ended or expired are not found.',
  ),
  affiliate_not_found: unknownId('affiliate', '`GET /v1/affiliates` lists affiliates.'),
  trace_not_found: unknownId('trace', 'A sale’s `traceId` contains its trace.'),
  deployment_not_found: unknownId('deployment', '`GET /v1/reader/deployments` lists deployments.'),
  domain_not_found: {
    cause: 'The deployment has no such domain.',
    remedy: 'Check the host name. `GET /v1/reader/deployments/{deploymentId}` lists the domains.',
  },
  link_not_found: {
    cause: 'The invitation or set-up link is incomplete, was already used, or has expired.',
    remedy:
      'Ask the person who sent the link for a new one. Restart the server for a new set-up link.',
  },
  events_not_kept: {
    cause: 'The event after which you continue is older than the retention period and was deleted.',
    remedy: 'Read the current state through the API, and continue from the newest event.',
  },
  method_not_allowed: {
    cause: 'The path exists but does not accept the HTTP method.',
    remedy: 'Use a method that the `Allow` header lists.',
  },
  request_timeout: {
    cause: 'The request’s headers or body did not arrive completely within the time limit.',
    remedy: 'Send the request again on a new connection. Check the network or the proxy.',
  },
  conflict: {
    cause:
      'The resource already exists, or its state does not allow the change that `detail` describes.',
    remedy: 'Read the resource, then change or drop the request.',
  },
  nothing_to_pay: {
    cause: 'The affiliate has no approved, unpaid commission in the currency.',
    remedy: 'Wait until commissions are approved, or use another currency.',
  },
  idempotency_key_in_use: {
    cause: 'The first request with the same `Idempotency-Key` is still running.',
    remedy: 'Wait a few seconds and repeat the request with the same key.',
  },
  precondition_failed: {
    cause: 'The resource has changed since you read it, so `If-Match` does not match.',
    remedy: 'Read the resource again, apply your change to it, and send its new `ETag`.',
  },
  body_too_large: {
    cause: 'The body is larger than the route allows.',
    remedy: 'Send a smaller body. `detail` states the limit.',
  },
  unsupported_media_type: {
    cause: 'The route does not accept the body’s `Content-Type`.',
    remedy: 'Send one of the media types in `detail`, usually `application/json`.',
  },
  epub_invalid: {
    cause: 'The file is not an EPUB that the server can read. `reason` identifies the rule.',
    remedy:
      'Check the file with EPUBCheck. The import errors in the documentation explain each `reason`.',
  },
  epub_encrypted: {
    cause: 'The EPUB contains encrypted content.',
    remedy: 'Import the file without digital rights management.',
  },
  epub_unsafe: {
    cause: 'The EPUB exceeds a limit that protects the server. `reason` identifies the limit.',
    remedy: 'Export the book again without extremely large or compressed files.',
  },
  idempotency_key_reused: {
    cause: 'The `Idempotency-Key` was already used for a different request.',
    remedy: 'Use a new key for each new request, and the same key only for retries.',
  },
  webhook_target_refused: {
    cause: 'The webhook’s URL is not allowed, for example because its host is not public.',
    remedy:
      'Use an `https` URL of a public host without a user name, fragment or control characters.',
  },
  refund_too_large: {
    cause: 'The refund has more copies than the sale has left.',
    remedy: 'Read the sale, and refund at most `quantity` minus `refundedQuantity`.',
  },
  contrast_too_low: {
    cause: 'The text and background colors of the deployment are too similar to read.',
    remedy: 'Choose colors with a contrast of at least the ratio in `detail`.',
  },
  burst: {
    cause:
      'The key sent more requests per second than its tier allows, or your IP address opened too many books or pages within a minute.',
    remedy: 'Wait for the number of seconds in `Retry-After`. `RateLimit-Policy` states the rate.',
  },
  quota_daily: {
    cause: 'The key’s daily quota is used up.',
    remedy: 'Wait until the quota resets (`Retry-After`), or use a higher tier.',
  },
  quota_monthly: {
    cause: 'The key’s monthly quota is used up.',
    remedy: 'Wait until the quota resets (`Retry-After`), or use a higher tier.',
  },
  too_many_requests: {
    cause:
      'Too many requests without a valid key, or too many failed sign-ins, came from your network, or too many books are being uploaded or imported.',
    remedy:
      'Wait for the number of seconds in `Retry-After`. If the request has no valid key, send one.',
  },
  too_many_streams: {
    cause: 'The session or network has too many open event streams.',
    remedy: 'Close streams that are no longer needed.',
  },
  headers_too_large: {
    cause: 'The request line and headers together are larger than 16 kB.',
    remedy: 'Shorten the URL, or send fewer or smaller headers and cookies.',
  },
  format_not_supported: {
    cause: 'The server cannot produce the requested format.',
    remedy: 'Request a format that `detail` names.',
  },
  overloaded: {
    cause:
      'The database, the search engine or the storage of book content is busy or unavailable. `detail` names it.',
    remedy:
      'Wait for the number of seconds in `Retry-After` and send the request again. It is not counted.',
  },
} satisfies Record<FailureCode, Explanation>;

/** `/problems/{code}`: the pages to which a problem's `type` refers, as JSON or HTML. */
export const problemRoutes: FastifyPluginAsync = async (app) => {
  for (const code of Object.keys(failureStatus).filter(isFailureCode)) {
    const page = {
      code,
      title: problemTitles[code],
      status: failureStatus[code],
      ...problemExplanations[code],
    };
    app.get(
      `/problems/${code}`,
      { schema: { hide: true }, config: { access: 'open' } },
      async ({ headers }, reply) => {
        reply.header('Vary', 'Accept');
        if (!/\btext\/html\b/i.test(headers.accept ?? '')) return page;
        return reply.type('text/html; charset=utf-8').send(renderPage(page));
      },
    );
  }
};

/** The explanations above contain no characters that HTML reserves, and Markdown only for code. */
function renderPage(page: { code: string; title: string; status: number } & Explanation): string {
  const { code, title, status } = page;
  const html = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)} (${code})</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; } body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; } code { overflow-wrap: anywhere; }</style>
</head>
<body>
<main>
<h1>${html(title)}</h1>
<p>Status ${status}, code <code>${code}</code></p>
<h2>Cause</h2>
<p>${html(page.cause)}</p>
<h2>What to do</h2>
<p>${html(page.remedy)}</p>
</main>
</body>
</html>
`;
}

function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failureStatus, code);
}
