import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SectionContent } from './contract.ts';
import parseRange from 'range-parser';

/** One year, the maximum for caches. */
const maxAgeSeconds = 31_536_000;

/**
 * Returns `Cache-Control` for content that never changes at its URL. The content is private and
 * valid until access ends, for at most a year.
 *
 * @param accessEndsAt - Unix seconds, or null if access does not end.
 */
export function immutableCacheControl(accessEndsAt: number | null, now: Date): string {
  const secondsLeft = Math.floor((accessEndsAt ?? Infinity) - now.getTime() / 1000);
  return `private, max-age=${Math.max(0, Math.min(maxAgeSeconds, secondsLeft))}, immutable`;
}

/** The response `{data: Section}`, serialized and compressed. */
export interface EncodedSection {
  brotli: () => Promise<Uint8Array>;
  json: () => Promise<Uint8Array>;
}

/** Sends a section, with Brotli compression if the client accepts it. */
export async function sendSection(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { brotli, json }: EncodedSection,
  cacheControl: string,
): Promise<{ data: SectionContent }> {
  reply.header('Cache-Control', cacheControl).header('Vary', 'Accept-Encoding');
  reply.type('application/json; charset=utf-8');
  const acceptsBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    String(headers['accept-encoding'] ?? ''),
  );
  if (!acceptsBrotli) return asResponseBody(await json());
  reply.header('Content-Encoding', 'br');
  return asResponseBody(await brotli());
}

function asResponseBody(bytes: unknown): { data: SectionContent } {
  return bytes as { data: SectionContent };
}

/**
 * Sends a file, or the range that a `Range` header requests. Media players use ranges to seek, and
 * some require them for playback (RFC 9110, section 14).
 */
export async function sendFile(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  reply.header('Accept-Ranges', 'bytes');
  const { range } = headers;
  if (!range || method !== 'GET') return bytes;
  const found = parseRange(bytes.length, range, { combine: true });
  const [only, ...others] = typeof found === 'number' || found.type !== 'bytes' ? [] : found;
  if (!only || others.length > 0) return bytes;
  reply.code(206).header('Content-Range', `bytes ${only.start}-${only.end}/${bytes.length}`);
  return bytes.subarray(only.start, only.end + 1);
}
