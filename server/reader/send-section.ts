import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SectionContent } from './contract.ts';

/** What is at an address never changes: fetched once it is good for ever, for that reader alone. */
export const immutable = 'private, max-age=31536000, immutable';

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
  cacheControl = immutable,
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
