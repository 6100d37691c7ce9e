import { idMaker } from '../db/new-id.ts';
import type { Database } from '../db/open.ts';
import type { Events } from '../events/append.ts';
import { deliver } from './deliver.ts';
import { queue } from './queue.ts';
import { remembering, secretBox } from './secret-box.ts';
import type { Sender } from './send.ts';
import { settling } from './settle.ts';
import { deliveryWorker, type Worker, type WorkerLimits, type WorkerOptions } from './worker.ts';

export interface DeliveriesOptions {
  db: Database;
  events: Events;
  sender: Pick<Sender, 'send'>;
  /** What the endpoints' secrets are sealed with. */
  secret: string;
  now: () => Date;
  /** 0 to 1. */
  chance: () => number;
  log: WorkerOptions['log'];
  limits?: WorkerLimits;
  /** Before each retry; those of the schedule unless given. */
  retryPausesMs?: readonly number[];
  /** How long a dead process holds what it took; a minute unless given. */
  leaseMs?: number;
}

/** The worker that delivers what the database says is due; it begins with `start`. */
export function deliveries(options: DeliveriesOptions): Worker {
  const { db, events, sender, secret, now, chance, log, limits, retryPausesMs, leaseMs } = options;
  const newId = idMaker(() => now().getTime());
  const context = { sender, box: remembering(secretBox(secret)), now, chance, retryPausesMs };
  return deliveryWorker({
    queue: queue({ db, now, newId, leaseMs }),
    deliver: (job, signal) => deliver(context, job, signal),
    settle: settling({ db, now, events }),
    log,
    ...(limits && { limits }),
  });
}
