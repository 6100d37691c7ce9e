import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** Requests of a key against its quotas, after the current request. */
export const Usage = z
  .object({
    today: z.int().min(0).describe('Requests counted in this UTC day.'),
    thisMonth: z.int().min(0).describe('Requests counted in this UTC month.'),
    dailyLimit: z.int().min(1).describe('Daily quota of the tier.'),
    monthlyLimit: z.int().min(1).describe('Monthly quota of the tier.'),
    remainingToday: z.int().min(0).describe('`dailyLimit` minus `today`.'),
    remainingThisMonth: z.int().min(0).describe('`monthlyLimit` minus `thisMonth`.'),
    resetsAt: z.iso
      .datetime()
      .describe('When the window with fewer requests left ends; both alike: the later end.'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

/** What a request has left its caller with. */
export interface QuotaReceipt {
  usage: Usage;
  /** For every answer to this caller. */
  headers: Record<string, string>;
  /** Undoes the counting. */
  refund(): Promise<Pick<QuotaReceipt, 'usage' | 'headers'>>;
}

export interface QuotaGate {
  /** Counts a request. Fails with a 429. Any other error means that nobody knows: no request is free. */
  consume(caller: Caller): Promise<QuotaReceipt>;
  /** Lets a request pass without counting it. Fails: `burst`. */
  peek(caller: Caller): Promise<QuotaReceipt>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where there is no caller. */
    receipt: QuotaReceipt | null;
  }
}

/** Counts the request, before its body is read. */
export function consumeQuota(gate: QuotaGate) {
  return async function spendQuota(request: FastifyRequest, reply: FastifyReply) {
    const { caller, routeOptions } = request;
    if (!caller) return;
    const isCounted = routeOptions.config.counted !== false;
    const receipt = isCounted ? await gate.consume(caller) : await gate.peek(caller);
    request.receipt = receipt;
    reply.headers(receipt.headers);
  };
}

const countedStatuses = new Set([304, 400, 403, 404, 409, 412, 413, 415, 422]);

/** Gives the request back when its answer turns out to be one that does not count. */
export async function refundQuota(request: FastifyRequest, reply: FastifyReply) {
  const { receipt } = request;
  const status = reply.statusCode;
  if (!receipt || (status >= 200 && status < 300) || countedStatuses.has(status)) return;
  try {
    const { headers } = await receipt.refund();
    reply.headers(headers);
  } catch (error) {
    request.log.error({ err: error }, 'a request that does not count could not be given back');
  }
}

/** What the caller has used and left. */
export function requireReceipt({ receipt, url }: FastifyRequest): QuotaReceipt {
  if (!receipt) throw new Error(`${url} needs a receipt, but its route lets anyone in.`);
  return receipt;
}
