import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const reason = existsSync('/proc/self/stat') ? false : 'processes are found by /proc alone';

/** Whether a process runs; one that ended and that nobody has asked about does not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the guard of the process that compiles', { skip: reason }, () => {
  it('ends it, however busy it is, when the one that it works for is killed', async () => {
    const parent = spawn(process.execPath, [fixture('starting-process.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line]: unknown[] = await once(createInterface({ input: parent.stdout }), 'line');
    const pid = Number(line);
    after(() => isRunning(pid) && process.kill(pid, 'SIGKILL'));
    assert.equal(isRunning(pid), true);

    parent.kill('SIGKILL');
    while (isRunning(pid)) await wait(5);
  });

  for (const [way, what, ended] of [
    ['greedy', 'holds more', 'SIGALRM'],
    ['slow', 'works longer', 'SIGXCPU'],
  ] as const) {
    it(`ends it when it ${what} than it may`, async () => {
      const child = fork(fixture('busy-process.ts'), [way], { execArgv: [] });
      const [, signal]: unknown[] = await once(child, 'exit');
      assert.equal(signal, ended);
    });
  }
});
