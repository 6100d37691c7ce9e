import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';

/**
 * Sends a file, or the piece of it that a `Range` asks for: players seek in recordings so, and some play
 * nothing from a server that cannot (RFC 9110, section 14).
 */
export async function sendBytes(
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
