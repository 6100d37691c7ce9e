import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** Fails with a 403 when the caller lacks the permission, or may not call from this origin. */
export type CheckRights = (
  caller: Caller,
  permission: string | undefined,
  origin: string | undefined,
) => void;

/** Lets the caller do what the route's permission names. */
export function authorize(check: CheckRights) {
  return async function authorize({ caller, routeOptions, headers }: FastifyRequest) {
    if (caller) check(caller, routeOptions.config.permission, headers.origin);
  };
}
