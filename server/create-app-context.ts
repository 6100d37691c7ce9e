import { randomBytes } from 'node:crypto';
import type { AppContext } from './app-context.ts';
import { idGenerator } from './db/id-generator.ts';
import { eventLogWithWebhooks } from './event-log-with-webhooks.ts';
import { cursorCodec } from './http/pagination.ts';
import { idempotentDatabase } from './idempotency/idempotent-database.ts';
import { createMetrics } from './telemetry/metrics.ts';

export type AppContextOptions = Pick<AppContext, 'db' | 'now' | 'publicUrl' | 'secrets'> &
  Partial<Pick<AppContext, 'allowLoopback' | 'cacheSecret' | 'metrics' | 'wakeDeliveries'>>;

/**
 * @param options - Rejects loopback URLs unless they are allowed. Without `wake`, deliveries wait
 * for the next poll.
 */
export function createAppContext(options: AppContextOptions): AppContext {
  const { db, now, secrets, publicUrl, wakeDeliveries = () => undefined } = options;
  const newId = idGenerator(() => now().getTime());
  return {
    db,
    idempotentDb: idempotentDatabase(db, now),
    now,
    newId,
    random: randomBytes,
    secrets,
    publicUrl,
    cacheSecret: options.cacheSecret ?? null,
    cursors: cursorCodec(secrets),
    metrics: options.metrics ?? createMetrics(),
    events: eventLogWithWebhooks({ now, newId }, wakeDeliveries),
    allowLoopback: options.allowLoopback ?? false,
    wakeDeliveries,
  };
}
