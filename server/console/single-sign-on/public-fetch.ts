import type { CustomFetch } from 'openid-client';
import { Agent, buildConnector, fetch } from 'undici';
import { resolveHost } from '../../webhooks/resolve-host.ts';
import { checkTarget, guardedLookup, type TargetRules } from '../../webhooks/target-guard.ts';

const timeoutMs = 8_000;
/** Discovery documents and key sets are a few kilobytes long. */
const maxResponseSize = 500_000;

/**
 * Returns a `fetch` for URLs entered by accounts. It connects only to public addresses, limits time
 * and size, and does not follow redirects.
 */
export function publicFetch(rules: TargetRules): CustomFetch {
  const agent = new Agent({
    connect: buildConnector({
      lookup: guardedLookup(resolveHost(), rules),
      timeout: timeoutMs,
      rejectUnauthorized: true,
    }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize,
    // Sign-ins are rare, so connections are not kept open.
    pipelining: 0,
  });
  return async (url, { method, headers, body, signal }) => {
    checkTarget(url, rules);
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      dispatcher: agent,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      ...(body instanceof URLSearchParams && { body }),
    });
    const content = await response.arrayBuffer();
    const { status } = response;
    return new Response([204, 205, 304].includes(status) ? null : content, {
      status,
      headers: [...response.headers],
    });
  };
}
