import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after } from 'node:test';
import { temporaryFolder } from '../harness.ts';
import { freePort } from '../../free-port.ts';

const programs = ['versitygw', join(homedir(), 'go/bin/versitygw')];
const program = programs.find((name) => spawnSync(name, ['--version']).status === 0);

/** Reason why no S3-compatible server is available for tests, or null if VersityGW is. */
export const s3Missing = program
  ? null
  : 'VersityGW is not installed here (go install github.com/versity/versitygw/cmd/versitygw@latest): only folders are tested';

export interface S3Server {
  /** URL of a bucket, such as `s3://books`. */
  url: string;
  /** Environment of processes that use it. */
  environment: Record<string, string>;
  process: ChildProcess;
}

/** Starts an S3-compatible server for this process. It is stopped after the surrounding tests. */
export async function startS3Server(): Promise<S3Server> {
  const server = await launchS3Server(temporaryFolder(), await freePort());
  Object.assign(process.env, server.environment);
  after(() => server.process.kill('SIGKILL'));
  return server;
}

/**
 * Starts VersityGW, an S3-compatible server, with one bucket.
 *
 * @param root - A folder for its objects.
 */
export async function launchS3Server(
  root: string,
  port: number,
  host = '127.0.0.1',
): Promise<S3Server> {
  mkdirSync(join(root, 'books'), { recursive: true });
  const environment = {
    AWS_ENDPOINT_URL_S3: `http://${host}:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'tester',
    AWS_SECRET_ACCESS_KEY: 'a-secret-of-the-tests',
  };
  const server = spawn(
    program ?? '',
    ['--port', `${host}:${port}`, '--quiet', 'posix', '--nometa', root],
    {
      env: {
        ...process.env,
        ROOT_ACCESS_KEY: environment.AWS_ACCESS_KEY_ID,
        ROOT_SECRET_KEY: environment.AWS_SECRET_ACCESS_KEY,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  for (;;) {
    const response = await fetch(environment.AWS_ENDPOINT_URL_S3).catch(() => null);
    await response?.arrayBuffer();
    if (response) break;
    if (server.exitCode !== null) throw new Error(`VersityGW ended with ${server.exitCode}.`);
    await delay(50);
  }
  return { url: 's3://books', environment, process: server };
}
