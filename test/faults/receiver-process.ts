import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReceiverMessage } from './receivers.ts';
import type { Receipt } from './records.ts';

const Urls = z.array(z.string());
const Count = z.int();
const Receipts = z.array(
  z.object({
    endpoint: z.string(),
    id: z.string(),
    digest: z.string(),
    sequence: z.number(),
    isVerified: z.boolean(),
  }),
);

/** Starts the endpoints and sends them commands one at a time. */
export function receiverProcess() {
  const child = fork(join(import.meta.dirname, 'receivers.ts'));

  async function ask(message: ReceiverMessage): Promise<unknown> {
    const answered = once(child, 'message');
    child.send(message);
    const [answer]: unknown[] = await answered;
    return answer;
  }

  return {
    listen: async (endpoints: number, seed: number): Promise<string[]> =>
      Urls.parse(await ask({ ask: 'listen', endpoints, seed })),
    setSecrets: async (secrets: { endpoint: string; secret: string }[]): Promise<void> =>
      void (await ask({ ask: 'secrets', secrets })),
    /** Number of different deliveries. */
    count: async (): Promise<number> => Count.parse(await ask({ ask: 'count' })),
    receipts: async (): Promise<Receipt[]> => Receipts.parse(await ask({ ask: 'receipts' })),
    end: () => void child.kill('SIGKILL'),
  };
}
