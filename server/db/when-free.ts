import { setTimeout as delay } from 'node:timers/promises';

const sqliteBusy = 5;
const patienceMs = 30_000;
const pauseMs = 10;

/** Runs `step`, again while another process holds the file, for half a minute at most. */
export async function whenFree<T>(step: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return step();
    } catch (error) {
      if (waitedMs >= patienceMs || !isBusy(error)) throw error;
    }
    await delay(pauseMs);
  }
}

/** The low byte is the primary result code: https://sqlite.org/rescode.html */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
  );
}
