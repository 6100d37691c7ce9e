import { setTimeout as delay } from 'node:timers/promises';
import { startCluster } from '../../server/postgres-cluster.ts';

/** A database whose faults can be caused. */
export interface FaultyDatabase {
  url: string;
  /** By name. Each resolves when the database has no fault left. */
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
