import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { readConfig, UsageError } from '../config.ts';
import { newSecret, readSecrets, writeSecrets } from '../secret-file.ts';
import { adoptSecret, checkSecret, secretState } from '../secret-rotation.ts';
import { withDatabase } from './with-database.ts';

/**
 * How long cursors, reading sessions and stored responses that use the previous secret remain
 * valid.
 */
const overlap = '24 hours';

export function addSecretCommands(program: Command): void {
  const secret = program
    .command('secret')
    .description('change the secret that signs sessions and encrypts stored secrets');

  secret
    .command('rotate')
    .description('run the next step of a rotation, and print the step after it')
    .action(() => withDatabase((db) => rotate(db)));

  secret
    .command('retire')
    .description('stop accepting the previous secret')
    .action(() => withDatabase((db) => retire(db)));
}

type Db = Parameters<typeof checkSecret>[0];

/**
 * The first run adds a new secret. The second run, when all processes accept both secrets, encrypts
 * with the new one.
 *
 * @throws UsageError if the configured secrets do not fit the database.
 */
async function rotate(db: Db): Promise<void> {
  const config = readConfig(process.env);
  const secrets = readSecrets(config, randomBytes);
  await checkSecret(db, secrets);
  if ((await secretState(db, secrets)) === 'rotating') {
    const webhooks = await adoptSecret(db, secrets);
    const next = config.secret
      ? 'remove SVC_SECRET_FALLBACKS and restart the processes'
      : 'run "svc secret retire" and restart the processes';
    console.log(
      `Encrypted the secrets of ${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'} and of console sign-in with the new secret.\n` +
        `Keep accepting the previous secret for ${overlap}. Then ${next}.`,
    );
    return;
  }
  if (config.secret) {
    console.log(
      `SVC_SECRET is the secret of this database. To change it:\n` +
        `1. Add the new secret to every process and restart it, one after another:\n` +
        `   SVC_SECRET_FALLBACKS=${newSecret(randomBytes)}\n` +
        `2. Swap the values of SVC_SECRET and SVC_SECRET_FALLBACKS, and restart every process again.\n` +
        `3. Run "svc secret rotate" with the same two variables.`,
    );
    return;
  }
  if (secrets.length > 1) {
    throw new UsageError(
      'A previous secret is still accepted. Run "svc secret retire" before the next rotation.',
    );
  }
  writeSecrets(config.dataFolder, [newSecret(randomBytes), ...secrets], randomBytes);
  console.log(
    `Added a new secret to ${config.dataFolder}/secret. The previous one is still accepted.\n` +
      `Restart the server, then run "svc secret rotate" again to encrypt the stored data with the new secret.`,
  );
}

/**
 * @throws UsageError if the secret is configured in the environment, or stored data needs the
 * previous one.
 */
async function retire(db: Db): Promise<void> {
  const config = readConfig(process.env);
  if (config.secret) {
    throw new UsageError(
      'The secret is set by SVC_SECRET. Remove SVC_SECRET_FALLBACKS and restart the processes.',
    );
  }
  const secrets = readSecrets(config, randomBytes);
  if (secrets.length === 1) {
    throw new UsageError('There is no previous secret. Start a rotation with: svc secret rotate');
  }
  if ((await secretState(db, secrets)) !== 'current') {
    throw new UsageError(
      'Stored data is still encrypted with the previous secret. Run "svc secret rotate" first.',
    );
  }
  writeSecrets(config.dataFolder, [secrets[0]], randomBytes);
  console.log('The previous secret is no longer accepted after the next restart of the server.');
}
