import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { memoryOf } from '../process-memory.ts';
import type { BenchQuery } from './bench-queries.ts';

export interface Ask {
  queries: BenchQuery[];
}

export interface Answer {
  ms: number;
  /** Processor time of the finder's main thread, which other work on the machine affects less. */
  processorMs: number;
  /** Null if it does not support the query. */
  found: number[] | null;
}

export type Reply = { pids: number[]; openSeconds: number } | { answers: Answer[] };

/** A search engine in a separate process. */
export interface MeasuredFinder {
  openSeconds: number;
  ask(queries: BenchQuery[]): Promise<Answer[]>;
  /** Memory of all processes that do the work. */
  rssMb(): number | null;
  end(): void;
}

export async function startFinder(
  name: 'index' | 'fts5' | 'tsvector',
  address: DatabaseLocation,
): Promise<MeasuredFinder> {
  const script = join(import.meta.dirname, 'finder-process.ts');
  const child = fork(script, [name, JSON.stringify(address)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${name} exited with ${code}.`);
  });
  ended.catch(() => undefined);
  const reply = async (): Promise<Reply> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message as Reply;
  };
  const first = await reply();
  if (!('pids' in first)) throw new Error(`${name} did not open.`);

  return {
    openSeconds: first.openSeconds,
    async ask(queries) {
      const answer = reply();
      child.send({ queries } satisfies Ask);
      const found = await answer;
      if (!('answers' in found)) throw new Error(`${name} did not answer.`);
      return found.answers;
    },
    rssMb() {
      const each = first.pids.map((pid) => memoryOf(pid)?.rssMb);
      return each.reduce<number | null>((sum, one) => (sum === null || !one ? null : sum + one), 0);
    },
    end: () => void child.kill('SIGKILL'),
  };
}
