import { setTimeout as delay } from 'node:timers/promises';

/**
 * Answers many askers with one flush: collects all who ask in one turn of the event loop, and while
 * the flush before is still under way. One statement for all of them costs little more than for one.
 *
 * @param flush - Answers a batch, in its order. When it throws, every asker of the batch gets the error.
 * @param largest - Most askers of one batch.
 * @param patience - Waits so long for more while fewer than `enough` have asked: where nobody waits
 * for the answer, and a larger batch is cheaper.
 */
export function groupCommit<Ask, Answer>(
  flush: (asks: Ask[]) => Promise<Answer[]>,
  largest: number,
  patience: { waitMs: number; enough: number } | null = null,
): (ask: Ask) => Promise<Answer> {
  interface Asker {
    ask: Ask;
    resolve: (answer: Answer) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Asker[] = [];
  let isFlushing = false;

  async function flushAll() {
    while (waiting.length > 0) {
      if (patience && waiting.length < patience.enough) await delay(patience.waitMs);
      const batch = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      try {
        const answers = await flush(batch.map(({ ask }) => ask));
        if (answers.length !== batch.length) throw new Error('A flush must answer every asker.');
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
