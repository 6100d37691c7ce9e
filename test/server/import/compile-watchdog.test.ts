import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const reason = existsSync('/proc/self/stat') ? false : 'finding processes requires /proc';

/** Whether a process is running. Zombie processes do not count. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('the watchdog of the compiler process', { skip: reason }, () => {
  it('ends a busy process when its parent is killed', async () => {
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

  for (const [mode, limit, expectedSignal] of [
    ['greedy', 'memory', 'SIGALRM'],
    ['slow', 'CPU time', 'SIGXCPU'],
  ] as const) {
    it(`ends a process that exceeds its ${limit} limit`, async () => {
      const child = fork(fixture('busy-process.ts'), [mode], { execArgv: [] });
      const [, signal]: unknown[] = await once(child, 'exit');
      assert.equal(signal, expectedSignal);
    });
  }
});
