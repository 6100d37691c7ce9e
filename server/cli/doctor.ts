import type { Command } from 'commander';
import { type Config, readConfig, UsageError } from '../config.ts';
import { txtResolver } from '../deployments/domains.ts';
import { type Check, failed, skipped } from './doctor/check.ts';
import { checkMail, checkObjectStorage, checkSearch } from './doctor/check-services.ts';
import {
  checkDatabase,
  checkDatabaseClock,
  checkSecret,
  openExistingDatabase,
} from './doctor/check-database.ts';
import { checkDomains } from './doctor/check-domains.ts';
import {
  checkBuild,
  checkDisk,
  checkSettings,
  readConfiguredSecrets,
} from './doctor/check-machine.ts';
import { checkPublicUrl } from './doctor/check-url.ts';
import { printJson } from './print.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check the configuration of a production server and its proxy, and print what to fix (exit code 1 if a check fails)',
    )
    .option('--json', 'print {ok, checks: [{id, state, message, remedy}]}')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await examine();
      const isOk = checks.every(({ state }) => state !== 'failed');
      if (json) printJson({ ok: isOk, checks });
      else printChecks(checks, isOk);
      if (!isOk) process.exitCode = 1;
    });
}

async function examine(): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [failed('settings', error.message, 'Correct the environment variables.')];
  }
  const secrets = readConfiguredSecrets(config);
  const checks = [...checkSettings(config, process.env), checkBuild(), ...checkDisk(config)];
  const { publicUrl, dnsServers } = config;
  const db = openExistingDatabase(config);
  if ('id' in db) {
    checks.push(db, await checkSecret(null, config, secrets));
  } else {
    try {
      const found = await checkDatabase(db);
      checks.push(...found);
      if (found.length > 1) {
        checks.push(await checkDatabaseClock(db), await checkSecret(db, config, secrets));
        checks.push(await checkObjectStorage(db));
        checks.push(...(await checkDomains(db, txtResolver(dnsServers), secrets)));
      }
    } finally {
      await db.close();
    }
  }
  checks.push(await checkSearch(config));
  checks.push(await checkMail(config));
  checks.push(
    ...(publicUrl === null
      ? [skipped('public-url', 'Without SVC_PUBLIC_URL, there is no URL to request.')]
      : await checkPublicUrl(publicUrl, secrets)),
  );
  return checks;
}

const marks: Record<Check['state'], string> = { ok: '✔', warning: '!', failed: '✘', skipped: '–' };

function printChecks(checks: Check[], isOk: boolean): void {
  for (const { id, state, message, remedy } of checks) {
    console.log(`${marks[state]} ${id.padEnd(11)} ${message}`);
    if (remedy !== null) console.log(`  ${' '.repeat(11)} → ${remedy}`);
  }
  const count = checks.filter(({ state }) => state === 'failed').length;
  console.log(isOk ? '\nNo check failed.' : `\n${count} of ${checks.length} checks failed.`);
}
