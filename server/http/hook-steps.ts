import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Creates a hook from a function that returns a promise only if it must wait. The hooks of every
 * request use it, because a promise for each of them takes more time than their work.
 */
export function step(work: (request: FastifyRequest, reply: FastifyReply) => unknown) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    run(
      () => work(request, reply),
      (error) => (error ? done(error) : done()),
    );
  };
}

/**
 * Creates an `onSend` or `preSerialization` hook from a function that returns the payload, and a
 * promise only if it must wait.
 */
export function payloadStep(
  work: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => unknown,
) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error?: Error | null, payload?: unknown) => void,
  ): void => run(() => work(request, reply, payload), done);
}

type Done = (error: Error | null, result: unknown) => void;

function run(work: () => unknown, done: Done): void {
  let result: unknown;
  try {
    result = work();
  } catch (error) {
    done(toError(error), undefined);
    return;
  }
  if (result instanceof Promise) void settle(result, done);
  else done(null, result);
}

async function settle(work: Promise<unknown>, done: Done): Promise<void> {
  let result: unknown;
  try {
    result = await work;
  } catch (error) {
    done(toError(error), undefined);
    return;
  }
  done(null, result);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
