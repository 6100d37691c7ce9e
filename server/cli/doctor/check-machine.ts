import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, resolvePublicUrl, unknownVariables } from '../../config.ts';
import { type Check, errorCode, failed, ok, skipped, warning } from './check.ts';

const megabyte = 1024 * 1024;
/** A book takes a few megabytes, and SQLite's log and backups also need space. */
const scarceBytes = 1024 * megabyte;
const exhaustedBytes = 100 * megabyte;

/** Settings that do not exist, or that are useful only for the demo or on a single machine. */
export function checkSettings(
  config: Config,
  environment: Record<string, string | undefined>,
): Check[] {
  const { allowLoopback, publicUrl, trustProxy, host } = config;
  const checks: Check[] = unknownVariables(environment).map((name) =>
    failed(
      'settings',
      `${name} is not a setting, so it has no effect.`,
      'Correct its name as in docs/reference/environment.md, or remove it.',
    ),
  );
  if (publicUrl === null) {
    checks.push(
      failed(
        'settings',
        `SVC_PUBLIC_URL is not set, so links and embeds begin with ${resolvePublicUrl(config)}.`,
        'Set SVC_PUBLIC_URL to the URL that readers use, such as https://books.example.com.',
      ),
    );
  }
  if (allowLoopback) {
    checks.push(
      failed(
        'settings',
        'SVC_WEBHOOK_LOOPBACK is on, so accounts can send requests to this machine.',
        'Remove SVC_WEBHOOK_LOOPBACK, which is for development.',
      ),
    );
  }
  if (trustProxy === null && publicUrl?.startsWith('https:')) {
    checks.push(
      failed(
        'settings',
        'SVC_TRUST_PROXY is not set, so all readers share the proxy’s address and its limits.',
        'Set SVC_TRUST_PROXY to the proxy’s IP address, for example 127.0.0.1.',
      ),
    );
  }
  if (
    /^(0\.0\.0\.0|::)$/.test(host) &&
    trustProxy !== null &&
    /(^|,)\s*(0\.0\.0\.0\/0|::\/0)/.test(trustProxy)
  ) {
    checks.push(
      failed(
        'settings',
        'SVC_TRUST_PROXY trusts every address, so any client can claim another address and host.',
        'List only the proxy’s IP address in SVC_TRUST_PROXY.',
      ),
    );
  }
  return checks.length > 0 ? checks : [ok('settings', 'The settings are valid for production.')];
}

/** The data folder: its permissions and the space on its disk. */
export function checkDisk({ dataFolder, databaseUrl, secret }: Config): Check[] {
  if (databaseUrl !== null && secret !== null) {
    return [skipped('disk', 'The server writes no files with DATABASE_URL and SVC_SECRET.')];
  }
  if (!existsSync(dataFolder)) {
    return [
      failed(
        'disk',
        `The data folder ${dataFolder} does not exist.`,
        'Create it for the server’s user, or correct SVC_DATA.',
      ),
    ];
  }
  try {
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    // Permissions do not reveal read-only file systems or mandatory access control.
    rmdirSync(mkdtempSync(join(dataFolder, '.doctor-')));
  } catch (error) {
    return [
      failed(
        'disk',
        `User ${process.getuid?.() ?? '?'} may not write to ${dataFolder} (${errorCode(error)}).`,
        `Run svc doctor as the server’s user. If it already is: chown -R USER ${dataFolder}`,
      ),
    ];
  }
  const checks: Check[] = [];
  const { mode } = statSync(dataFolder);
  if (mode & 0o007) {
    checks.push(
      warning(
        'disk',
        `Every user of this machine can open ${dataFolder}, which contains the secret.`,
        `chmod o-rwx ${dataFolder}`,
      ),
    );
  }
  const { bavail, bsize } = statfsSync(dataFolder);
  const free = bavail * bsize;
  const megabytes = `${Math.floor(free / megabyte)} MB`;
  const remedy = 'Free some space, or move SVC_DATA to a larger disk.';
  if (free < exhaustedBytes)
    checks.push(failed('disk', `Only ${megabytes} are free in ${dataFolder}.`, remedy));
  else if (free < scarceBytes)
    checks.push(warning('disk', `Only ${megabytes} are free in ${dataFolder}.`, remedy));
  return checks.length > 0 ? checks : [ok('disk', `${dataFolder} is writable, ${megabytes} free.`)];
}

/** The built element. Without it, pages cannot load the reader. */
export function checkBuild(): Check {
  const file = fileURLToPath(new URL('../../../dist/svc-reader.js', import.meta.url));
  return existsSync(file)
    ? ok('element', 'The element is built.')
    : failed('element', 'The element is not built, so pages show no reader.', 'Run: npm run build');
}

/** The configured secret, without creating one. Null if there is none yet. */
export function readConfiguredSecrets(config: Config): [string, ...string[]] | null {
  const { secret, secretFallbacks, dataFolder } = config;
  if (secret !== null) return [secret, ...secretFallbacks];
  try {
    const lines = readFileSync(join(dataFolder, 'secret'), 'utf8').split('\n');
    const [current, ...accepted] = lines.map((line) => line.trim()).filter((line) => line !== '');
    return current === undefined ? null : [current, ...accepted, ...secretFallbacks];
  } catch {
    return null;
  }
}
