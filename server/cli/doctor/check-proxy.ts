import { randomBytes } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { maxEpubBytes } from '../../import/routes.ts';
import { selfCheckPath, selfCheckUploadProof } from '../../http/self-check-route.ts';
import type { Secrets } from '../../values/secrets.ts';
import { type Check, errorCode, failed, ok, warning } from './check.ts';

const timeoutMs = 8000;
/** Above the usual limits of proxies. */
const uploadBytes = 16 * 1024 * 1024;
/** Has the form of a key, but no account has it. */
const unknownKey = `svc_pro_${'0'.repeat(32)}`;
const pageOrigin = 'https://page.example';

/**
 * Checks how the proxy at the public URL handles uploads and requests from pages and API clients.
 */
export async function checkProxy(origin: string, secrets: Secrets): Promise<Check[]> {
  const found = await Promise.all([
    checkAuthorization(origin),
    checkPreflight(origin),
    checkAnnouncedUpload(origin).then((problem) => problem ?? checkUpload(origin, secrets)),
    checkInternalPaths(origin),
  ]);
  const byMessage = new Map(found.flatMap((check) => (check ? [[check.message, check]] : [])));
  const problems = [...byMessage.values()];
  return problems.length > 0
    ? problems
    : [ok('proxy', 'Keys, requests from pages and the largest uploads reach the server.')];
}

/** The key must arrive, and pages on other origins must be able to read the response. */
async function checkAuthorization(origin: string): Promise<Check | null> {
  const response = await send(`${origin}/v1/keys/me`, {
    headers: { Authorization: `Bearer ${unknownKey}`, Origin: pageOrigin },
  });
  if (!response) return null;
  const body: unknown = await response.json().catch(() => null);
  const code: unknown = Reflect.get(Object(body), 'code');
  if (code === 'key_missing') {
    return failed(
      'proxy',
      'The proxy removes the Authorization header, so no API client can send its key.',
      'Let the proxy forward Authorization.',
    );
  }
  if (code === undefined) {
    return failed(
      'proxy',
      `The proxy itself answers requests with a key (status ${response.status}).`,
      'Remove the sign-in, bot check or error pages that the proxy adds to this host.',
    );
  }
  return checkAllowedOrigin(response);
}

async function checkPreflight(origin: string): Promise<Check | null> {
  const response = await send(`${origin}/v1/reader/embed`, {
    method: 'OPTIONS',
    headers: {
      Origin: pageOrigin,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  if (!response) return null;
  const allowed = response.headers.get('Access-Control-Allow-Headers') ?? '';
  if (!response.ok || !/\bauthorization\b/i.test(allowed)) {
    return failed(
      'proxy',
      `The proxy itself answers OPTIONS requests (status ${response.status}), so readers on other sites cannot open books.`,
      'Let the proxy forward OPTIONS requests, and remove the CORS rules from its configuration.',
    );
  }
  return checkAllowedOrigin(response);
}

/** Browsers accept only one value. */
function checkAllowedOrigin({ headers }: Response): Check | null {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (allowed === '*') return null;
  return failed(
    'proxy',
    allowed === null
      ? 'The proxy removes Access-Control-Allow-Origin, so readers on other sites cannot open books.'
      : `The proxy changes Access-Control-Allow-Origin to “${allowed}”, so readers on other sites cannot open books.`,
    'Remove the CORS rules from the proxy’s configuration. The server sends these headers itself.',
  );
}

/**
 * Announces the largest EPUB file without sending it. A proxy with a lower limit rejects the
 * announcement.
 */
async function checkAnnouncedUpload(origin: string): Promise<Check | null> {
  const status = await new Promise<number | null>((resolve) => {
    const request = origin.startsWith('https:') ? requestHttps : requestHttp;
    const upload = request(`${origin}/v1/books`, {
      method: 'POST',
      timeout: timeoutMs,
      headers: {
        Authorization: `Bearer ${unknownKey}`,
        'Content-Type': 'application/epub+zip',
        'Content-Length': maxEpubBytes,
        Expect: '100-continue',
      },
    });
    const finish = (found: number | null) => {
      resolve(found);
      upload.destroy();
    };
    upload.on('continue', () => finish(100));
    upload.on('response', ({ statusCode = 0 }) => finish(statusCode));
    upload.on('timeout', () => finish(null));
    upload.on('error', () => finish(null));
    upload.flushHeaders();
  });
  if (status !== 413) return null;
  return failed(
    'proxy',
    `The proxy rejects uploads of ${maxEpubBytes / 1024 / 1024} MB, which the server accepts.`,
    'Raise the proxy’s limit, such as client_max_body_size 110m for nginx.',
  );
}

/**
 * Sends a body, because some proxies, such as Caddy, count only received bytes. Less than the
 * largest file, because the command may run regularly.
 */
async function checkUpload(origin: string, secrets: Secrets): Promise<Check | null> {
  const nonce = randomBytes(18).toString('base64url');
  const query = new URLSearchParams({ nonce, proof: selfCheckUploadProof(secrets, nonce) });
  const failure = await fetch(`${origin}${selfCheckPath}?${query}`, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(uploadBytes),
  }).then(
    ({ ok, status }) => (ok ? null : `status ${status}`),
    // A slow connection proves nothing.
    (error: unknown) => (errorCode(error) === 'TimeoutError' ? null : errorCode(error)),
  );
  if (!failure) return null;
  return failed(
    'proxy',
    `The proxy rejects uploads of ${uploadBytes / 1024 / 1024} MB (${failure}). The server accepts ${maxEpubBytes / 1024 / 1024} MB.`,
    'Raise the proxy’s limit, such as request_body { max_size 110MB } for Caddy.',
  );
}

async function checkInternalPaths(origin: string): Promise<Check | null> {
  const response = await send(`${origin}/metrics`, {});
  if (!response?.ok || !(await response.text()).includes('# TYPE ')) return null;
  return warning(
    'proxy',
    `Everyone can read ${origin}/metrics.`,
    'Let the proxy block /internal/, /metrics, /readyz and /healthz, as in deploy/Caddyfile.',
  );
}

/** Returns null if there is no response. `checkPublicUrl` explains that. */
function send(url: string, options: RequestInit): Promise<Response | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  return fetch(url, { redirect: 'manual', ...options, signal }).catch(() => null);
}
