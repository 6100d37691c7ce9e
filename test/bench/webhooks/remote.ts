import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Functions of a child process that can be called. Arguments and results are cloned. */
export type Calls = Record<string, (...args: never[]) => unknown>;

export interface Remote<C extends Calls> {
  ask<Name extends keyof C & string>(
    name: Name,
    ...args: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>>;
  end(): Promise<void>;
}

interface Question {
  number: number;
  name: string;
  args: never[];
}

interface Answer {
  number: number;
  answer?: unknown;
  error?: string;
}

/** Starts a script that calls `serveCalls`. The script ends no later than this process. */
export function startRemote<C extends Calls>(script: string, execArgv: string[] = []): Remote<C> {
  const child = fork(script, [], { serialization: 'advanced', execArgv });
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  child.on('message', (message) => {
    const answer = message as Answer;
    waiting.get(answer.number)?.(answer);
    waiting.delete(answer.number);
  });
  child.on('exit', () => {
    for (const [number, answer] of waiting) answer({ number, error: `${script} has exited.` });
  });

  return {
    ask(name, ...args) {
      const number = (last += 1);
      return new Promise((resolve, reject) => {
        waiting.set(number, ({ answer, error }) => {
          if (error === undefined) resolve(toAnswer(answer));
          else reject(new Error(error));
        });
        child.send({ number, name, args });
      });
    },

    async end() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** For the script itself: answers calls until the parent process disconnects. */
export function serveCalls(calls: Calls): void {
  process.on('message', async (message) => {
    const { number, name, args } = message as Question;
    try {
      process.send?.({ number, answer: await calls[name]?.(...args) });
    } catch (error) {
      process.send?.({ number, error: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.once('disconnect', () => process.exit(0));
}

/** Casts an answer to the type of the called function. */
function toAnswer<T>(answer: unknown): T {
  return answer as T;
}
