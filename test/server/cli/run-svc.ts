import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../../..');

/** Runs an svc command in its own process. Resolves when it has exited. */
export async function runSvc(environment: Record<string, string>, ...args: string[]) {
  const command = spawn(process.execPath, ['server/cli.js', ...args], {
    cwd: root,
    // Ignores the server that the person who runs the tests has logged in to.
    env: { ...process.env, SVC_SERVER: 'local', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number | null>((resolve) => command.once('close', resolve)),
  ]);
  return { stdout, stderr, code };
}
