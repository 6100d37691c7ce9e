import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SectionContent } from './contract.ts';

/** A year: for ever, to a cache. */
const keptSeconds = 31_536_000;

/**
 * `Cache-Control` of what never changes at its address: fetched once it is good for ever, for that
 * reader alone, or until the access ends.
 *
 * @param accessEndsAt - Unix seconds; null when it does not end.
 */
export function keptFor(accessEndsAt: number | null, now: Date): string {
  const left = Math.floor((accessEndsAt ?? Infinity) - now.getTime() / 1000);
  return `private, max-age=${Math.max(0, Math.min(keptSeconds, left))}, immutable`;
}

/** An answer `{data: Section}`, serialised and compressed already. */
export interface SectionAnswer {
  brotli: () => Promise<Uint8Array>;
  json: () => Promise<Uint8Array>;
}

/** Sends a section compressed or plain, as the client takes it. */
export async function sendSection(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { brotli, json }: SectionAnswer,
  cacheControl: string,
): Promise<{ data: SectionContent }> {
  reply.header('Cache-Control', cacheControl).header('Vary', 'Accept-Encoding');
  reply.type('application/json; charset=utf-8');
  const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(
    String(headers['accept-encoding'] ?? ''),
  );
  if (!takesBrotli) return asAnswer(await json());
  reply.header('Content-Encoding', 'br');
  return asAnswer(await brotli());
}

function asAnswer(bytes: unknown): { data: SectionContent } {
  return bytes as { data: SectionContent };
}
