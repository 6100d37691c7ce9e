import { setTimeout as delay } from 'node:timers/promises';

/**
 * Batches calls. Collects all calls made in one turn of the event loop or during the previous
 * flush, and processes them with one flush. A statement for many calls costs little more than one
 * for a single call.
 *
 * @param flush - Returns the results of a batch, in order. If it throws, all calls in the batch
 * reject.
 * @param maxBatchSize - Maximum number of calls per batch.
 * @param delayed - Waits `waitMs` for more calls while fewer than `enough` are waiting. For callers
 * that do not need the result soon.
 */
export function groupCommit<Ask, Answer>(
  flush: (asks: Ask[]) => Promise<Answer[]>,
  maxBatchSize: number,
  delayed: { waitMs: number; enough: number } | null = null,
): (ask: Ask) => Promise<Answer> {
  interface Call {
    ask: Ask;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Call[] = [];
  let isFlushing = false;

  async function flushAll() {
    while (waiting.length > 0) {
      if (delayed && waiting.length < delayed.enough) await delay(delayed.waitMs);
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      try {
        const answers = await flush(batch.map(({ ask }) => ask));
        if (answers.length !== batch.length)
          throw new Error('The flush must return one result per call.');
        answers.forEach((answer, index) => batch[index]?.resolve(answer));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isFlushing = false;
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(() => void flushAll());
    });
}
