import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { secretBox } from '../values/secret-box.ts';
import { type KeyGate, keyGate } from './key-gate.ts';
import { managedKeys } from './managed-keys.ts';
import { keyManagementRoutes } from './management-routes.ts';
import { quotaWarnings } from './quota-warnings.ts';
import { keyRoutes } from './routes.ts';
import { usageHistory } from './usage-history.ts';
import { usageRoutes } from './usage-routes.ts';

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
    onError: (error) =>
      log.error(
        { event: 'quota.warning_failed', err: error },
        'a quota warning could not be recorded',
      ),
  });
  return keyGate(db, now, hasBurstLimit, warnings);
}

/** `/v1/keys` and `/v1/usage` */
export async function registerKeys(app: FastifyInstance, context: AppContext): Promise<void> {
  const { db, idempotentDb, now, newId, random, cursors, publicUrl } = context;
  const box = secretBox(context.secrets, random, 'kept answers');
  const keys = managedKeys({ db: idempotentDb, newId, random, now, seal: box.seal });
  await app.register(keyRoutes);
  await app.register(usageRoutes, { keys, history: usageHistory(db), now });
  await app.register(keyManagementRoutes, { keys, open: box.open, cursors, publicUrl, now });
}
