import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Config, UsageError } from './config.ts';
import type { Secrets } from './values/secrets.ts';

/**
 * Returns the configured secrets, or those in the data folder's file, one per line. If the file is
 * missing, it is created with one secret. Processes that start at the same time read the same
 * secret.
 *
 * @param random - Returns cryptographically secure random bytes.
 */
export function readSecrets(
  { secret, secretFallbacks, dataFolder }: SecretSettings,
  random: RandomBytes,
): Secrets {
  if (secret) return [secret, ...secretFallbacks];
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = secretFile(dataFolder);
  const [current, ...accepted] = readLines(file);
  if (current !== undefined) return [current, ...accepted, ...secretFallbacks];
  const draft = writeDraft(file, newSecret(random), random);
  try {
    // Creating a link is atomic and fails if the file exists.
    linkSync(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  const [created] = readLines(file);
  if (created === undefined) {
    throw new UsageError(
      `The secret file ${file} is empty. Restore it, or delete it to create one.`,
    );
  }
  return [created, ...secretFallbacks];
}

type SecretSettings = Pick<Config, 'secret' | 'secretFallbacks' | 'dataFolder'>;
type RandomBytes = (size: number) => Uint8Array;

/** Replaces the secrets in the data folder, atomically. @param random - As in `readSecrets`. */
export function writeSecrets(dataFolder: string, secrets: Secrets, random: RandomBytes): void {
  const file = secretFile(dataFolder);
  renameSync(writeDraft(file, secrets.join('\n'), random), file);
}

/** 256 random bits as base64url. */
export function newSecret(random: RandomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

function secretFile(dataFolder: string): string {
  return join(dataFolder, 'secret');
}

/** A new file beside `file` that only this user can read. */
function writeDraft(file: string, text: string, random: RandomBytes): string {
  const draft = `${file}.${Buffer.from(random(6)).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}

/**
 * The non-empty lines of a file, or none if it does not exist. Removes the permissions of other
 * users.
 */
function readLines(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8');
    restrictToOwner(file);
    return text.split('\n').flatMap((line) => line.trim() || []);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Removes other users' permissions. Has no effect on files of another owner or a read-only file
 * system.
 */
export function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if (!hasErrorCode(error, 'EPERM') && !hasErrorCode(error, 'EROFS')) throw error;
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
