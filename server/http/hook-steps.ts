import type { FastifyReply, FastifyRequest } from 'fastify';

type Step = (request: FastifyRequest, reply: FastifyReply) => unknown;
type PayloadStep = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown;
type Done = (error?: Error | null, payload?: unknown) => void;

/**
 * Creates one hook from functions that run in this order. A function returns a promise only if it
 * must wait, because a promise for each of them takes more time than their work. The functions
 * after one that sends the response do not run.
 */
export function step(...steps: readonly Step[]) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      for (let at = 0; at < steps.length && !reply.sent; at += 1) {
        const result = steps[at]?.(request, reply);
        if (result instanceof Promise) {
          void settle(finishSteps(steps, at + 1, result, request, reply), () => done(), done);
          return;
        }
      }
    } catch (error) {
      done(toError(error));
      return;
    }
    done();
  };
}

/**
 * Creates one `onSend` or `preSerialization` hook from functions that run in this order. Each
 * receives the payload that the previous one returned, and returns a promise only if it must wait.
 */
export function payloadStep(...steps: readonly PayloadStep[]) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    let current = payload;
    try {
      for (let at = 0; at < steps.length; at += 1) {
        current = steps[at]?.(request, reply, current);
        if (current instanceof Promise) {
          const rest = finishPayload(steps, at + 1, current, request, reply);
          void settle(rest, (result) => done(null, result), done);
          return;
        }
      }
    } catch (error) {
      done(toError(error));
      return;
    }
    done(null, current);
  };
}

async function finishSteps(
  steps: readonly Step[],
  from: number,
  running: Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await running;
  for (let at = from; at < steps.length && !reply.sent; at += 1) {
    const result = steps[at]?.(request, reply);
    if (result instanceof Promise) await result;
  }
}

async function finishPayload(
  steps: readonly PayloadStep[],
  from: number,
  running: Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  let payload = await running;
  for (let at = from; at < steps.length; at += 1) {
    payload = steps[at]?.(request, reply, payload);
    if (payload instanceof Promise) payload = await payload;
  }
  return payload;
}

/** Errors that `onResult` throws are not those of the work. */
async function settle<Result>(
  work: Promise<Result>,
  onResult: (result: Result) => void,
  onError: (error: Error) => void,
): Promise<void> {
  let result: Result;
  try {
    result = await work;
  } catch (error) {
    onError(toError(error));
    return;
  }
  onResult(result);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
