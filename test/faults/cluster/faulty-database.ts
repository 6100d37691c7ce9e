import { setTimeout as delay } from 'node:timers/promises';
import { startCluster } from '../../server/postgres-cluster.ts';

/** A database in which faults can be caused. */
export interface FaultyDatabase {
  url: string;
  /** Faults by name. Each function resolves when the database has recovered. */
  faults: Record<string, () => Promise<void>>;
  stop(): Promise<void>;
}

/** A single PostgreSQL server. */
export function startSinglePostgres(folder: string): FaultyDatabase {
  const cluster = startCluster({ folder, owner: process.pid, isDurable: true });
  return {
    url: `${cluster.url}/postgres`,
    faults: {
      'PostgreSQL killed and restarted after 1 s': async () => {
        cluster.stopAtOnce();
        await delay(1000);
        cluster.startAgain();
      },
    },
    async stop() {
      cluster.stopAtOnce();
    },
  };
}
