import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** A key's requests and quotas after the current request. */
export const Usage = z
  .object({
    today: z.int().min(0).describe('Requests counted in this UTC day.'),
    thisMonth: z.int().min(0).describe('Requests counted in this UTC month.'),
    dailyLimit: z.int().min(1).describe('The tier’s daily quota.'),
    monthlyLimit: z.int().min(1).describe('The tier’s monthly quota.'),
    remainingToday: z.int().min(0).describe('`dailyLimit` minus `today`.'),
    remainingThisMonth: z.int().min(0).describe('`monthlyLimit` minus `thisMonth`.'),
    resetsAt: z.iso
      .datetime()
      .describe(
        'End of the window with fewer requests left, or the later end if both windows have the same number left.',
      ),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

/** Quota usage after a request. */
export interface QuotaReceipt {
  usage: Usage;
  /** Headers for the response. */
  headers: Record<string, string>;
  /** Reverses the count of the request. */
  refund(): Promise<Pick<QuotaReceipt, 'usage' | 'headers'>>;
}

export interface QuotaGate {
  /**
   * Counts a request. @throws Failure with status 429. After any other error the request must not
   * be served.
   */
  consume(caller: Caller): Promise<QuotaReceipt>;
  /** Checks a request without counting it. @throws Failure `burst`. */
  peek(caller: Caller): Promise<QuotaReceipt>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if there is no caller. */
    receipt: QuotaReceipt | null;
  }
}

/** Counts the request before its body is read. */
export function consumeQuota(gate: QuotaGate) {
  const count = async (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    const isCounted = request.routeOptions.config.counted !== false;
    const receipt = isCounted ? await gate.consume(caller) : await gate.peek(caller);
    request.receipt = receipt;
    reply.headers(receipt.headers);
  };
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | null =>
    request.caller && count(request, reply, request.caller);
}

const countedStatuses = new Set([304, 400, 403, 404, 409, 412, 413, 415, 422]);

/** Reverses the count of the request if its response status does not count. */
export function refundQuota(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { receipt } = request;
  const status = reply.statusCode;
  if (!receipt || (status >= 200 && status < 300) || countedStatuses.has(status)) return payload;
  return refund(receipt, request, reply).then(() => payload);
}

async function refund(
  receipt: QuotaReceipt,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  try {
    const { headers } = await receipt.refund();
    reply.headers(headers);
  } catch (error) {
    request.log.error(
      { event: 'quota.refund_failed', err: error },
      'could not refund a request to its quota',
    );
  }
}

/** Returns the caller's quota usage. */
export function requireReceipt({ receipt, url }: FastifyRequest): QuotaReceipt {
  if (!receipt)
    throw new Error(
      `The handler of ${url} needs a quota receipt, but its route does not require a key.`,
    );
  return receipt;
}
