import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { type KeyGate, keyGate } from './key-gate.ts';
import { quotaWarnings } from './quota-warnings.ts';

/** @param log - Logs errors that occur while a quota warning is recorded. */
export function createKeyGate(
  { db, now, events }: AppContext,
  hasBurstLimit: boolean,
  log: Pick<FastifyInstance['log'], 'error'>,
): KeyGate {
  const warnings = quotaWarnings({
    db,
    now,
    events,
    onError: (error) => log.error(error, 'a quota warning could not be recorded'),
  });
  return keyGate(db, now, hasBurstLimit, warnings);
}
