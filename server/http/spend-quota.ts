import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Usage } from '../keys/contract.ts';
import type { Caller } from './caller.ts';

/** What a request has left its caller with. */
export interface Receipt {
  usage: Usage;
  /** For every answer to this caller. */
  headers: Record<string, string>;
  /** Undoes the counting. */
  giveBack(): Promise<Pick<Receipt, 'usage' | 'headers'>>;
}

export interface QuotaGate {
  /** Counts a request. Fails with a 429. Any other error means that nobody knows: no request is free. */
  spend(caller: Caller): Promise<Receipt>;
  /** Lets a request pass without counting it. Fails: `burst`. */
  observe(caller: Caller): Promise<Receipt>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where there is no caller. */
    receipt: Receipt | null;
  }
}

/** Counts the request, before its body is read. */
export function spendQuota(gate: QuotaGate) {
  return async function spendQuota(request: FastifyRequest, reply: FastifyReply) {
    const { caller, routeOptions } = request;
    if (!caller) return;
    const isCounted = routeOptions.config.counted !== false;
    const receipt = isCounted ? await gate.spend(caller) : await gate.observe(caller);
    request.receipt = receipt;
    reply.headers(receipt.headers);
  };
}

const countedStatuses = new Set([304, 400, 403, 404, 409, 412, 413, 415, 422]);

/** Gives the request back when its answer turns out to be one that does not count. */
export async function giveQuotaBack(request: FastifyRequest, reply: FastifyReply) {
  const { receipt } = request;
  const status = reply.statusCode;
  if (!receipt || (status >= 200 && status < 300) || countedStatuses.has(status)) return;
  try {
    const { headers } = await receipt.giveBack();
    reply.headers(headers);
  } catch (error) {
    request.log.error({ err: error }, 'a request that does not count could not be given back');
  }
}

/** What the caller has used and left. */
export function receiptOf({ receipt, url }: FastifyRequest): Receipt {
  if (!receipt) throw new Error(`${url} needs a receipt, but its route lets anyone in.`);
  return receipt;
}
