import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../free-port.ts';
import { kill, ready, startServer } from './servers.ts';

export interface SkewReport {
  /** Output of a process whose clock is 45 s ahead of the database. */
  refusal: string;
  exitCode: number | null;
  /**
   * Whether a process that is 20 s behind can serve requests and accepts another process's session.
   */
  servesWithSmallSkew: boolean;
}

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/**
 * Starts processes with wrong clocks. Returns null if libfaketime is missing.
 *
 * @param settings - Environment of the other processes.
 */
export async function runClockSkew(settings: Record<string, string>): Promise<SkewReport | null> {
  if (!existsSync(library) || !statSync(library).isFile()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'svc-skew-'));
  const environment = (offset: string) => ({
    ...settings,
    SVC_DATA: folder,
    LD_PRELOAD: library,
    FAKETIME: offset,
    // Timers run at normal speed.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  });
  const port = await freePort();
  const ahead = startServer(port, { environment: environment('+45s') });
  const [refusal, [exitCode]] = await Promise.all([
    ahead.stderr ? text(ahead.stderr) : '',
    once(ahead, 'exit'),
  ]);
  const behind = startServer(port, { environment: environment('-20s') });
  try {
    await ready(`http://127.0.0.1:${port}`);
    return {
      refusal: refusal.trim(),
      exitCode: Number(exitCode),
      servesWithSmallSkew: (await fetch(`http://127.0.0.1:${port}/docs`)).ok,
    };
  } finally {
    await kill(behind);
    rmSync(folder, { recursive: true, force: true });
  }
}
