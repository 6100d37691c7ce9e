import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../config.ts';

const Context = z.object({ url: z.string(), key: z.string() });
/** A server and the key with which commands use it. */
export type Context = z.infer<typeof Context>;

const Credentials = z.object({
  /** Name of the context that commands use by default, or null if there is none. */
  current: z.string().nullable(),
  contexts: z.record(z.string(), Context),
});
export type Credentials = z.infer<typeof Credentials>;

/** The file in the configuration folder: https://specifications.freedesktop.org/basedir-spec/ */
export function credentialsPath(environment: Record<string, string | undefined>): string {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const folder = isAbsolute(configured) ? configured : join(homedir(), '.config');
  return join(folder, 'svc-reader', 'credentials.json');
}

/** @throws UsageError if the file cannot be read. */
export function readCredentials(path: string): Credentials {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return { current: null, contexts: {} };
    }
    throw new UsageError(`${path}: the file with the keys from svc login cannot be read.`);
  }
  const { data } = Credentials.safeParse(parseJson(text));
  if (data) return data;
  throw new UsageError(`${path}: this file is damaged. Delete it, then run svc login again.`);
}

/** Replaces the file. Only this user may read it. */
export function writeCredentials(path: string, credentials: Credentials): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  // Writing to an existing file would keep its mode.
  chmodSync(fresh, 0o600);
  renameSync(fresh, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
