import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Delivery, DeliveryState } from '../webhooks/contract.ts';
import { deliveryStore } from '../webhooks/delivery-store.ts';
import { forwardEvents } from '../webhooks/forward-events.ts';
import { operatorStore } from '../webhooks/operator-store.ts';
import { generateSecret } from '../webhooks/signature.ts';
import { printJson, printTable } from './print.ts';
import { withDatabase } from './with-database.ts';

const now = () => new Date();
/** The worker is in another process, and looks by itself. */
const wake = () => undefined;

export function addWebhooksCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('see and repeat what is sent to others');

  webhooks
    .command('list')
    .description('list every webhook')
    .option('--account <name>', 'of this account only')
    .option('--json', 'print [{id, url, events, …}]')
    .action(async ({ account, json }: { account?: string; json?: boolean }) => {
      const all = await withDatabase((db) => operatorStore(db).list());
      const wanted = all.filter(({ accountName }) => !account || accountName === account);
      if (json) return printJson(wanted);
      const rows = wanted.map(({ id, accountName, url, events, disabled, failingSince }) => ({
        id,
        account: accountName,
        url,
        events: events.join(', '),
        state: disabled ? `disabled: ${disabled.reason}` : failingSince ? 'failing' : 'good',
      }));
      printTable(rows, 'There are no webhooks yet: POST /v1/webhooks');
    });

  webhooks
    .command('deliveries <webhook>')
    .description('list what was sent to a webhook, the newest first')
    .addOption(new Option('--state <state>', 'only those').choices(DeliveryState.options))
    .option('--limit <number>', 'at most so many', parseCount, 50)
    .option('--json', 'print [{id, type, state, …}]')
    .action(async (id: string, flags: { state?: DeliveryState; limit: number; json?: boolean }) => {
      const { deliveries } = await withDatabase(async (db) => {
        await operatorStore(db).exists(id);
        const store = deliveryStore({ db, now, wake });
        return store.list(id, { state: flags.state }, flags.limit, null);
      });
      if (flags.json) printJson(deliveries);
      else printTable(deliveries.map(toRow), 'Nothing was sent to it yet.');
    });

  webhooks
    .command('retry <delivery>')
    .description('send one event again; a running server does it within a second')
    .option('--json', 'print {id, type, state, …}')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const delivery = await withDatabase(async (db) => {
        const webhookId = await operatorStore(db).webhookOf(id);
        return deliveryStore({ db, now, wake }).retry(webhookId, id);
      });
      if (json) printJson(delivery);
      else printTable([toRow(delivery)], '');
    });

  webhooks
    .command('listen')
    .description('forward signed copies of events to an address of yours, for development')
    .requiredOption('--forward <url>', 'where to post them, such as http://localhost:3000/hook')
    .requiredOption('--key <key>', 'API key whose events they are; every look costs a request')
    .option('--api <url>', 'where the API is', 'http://127.0.0.1:8787')
    .option('--secret <whsec>', 'what to sign with; made unless given')
    .option('--every <seconds>', 'how often to look', parseCount, 2)
    .action(async (flags: ListenFlags) => {
      const secret = flags.secret ?? generateSecret(randomBytes);
      console.log(`Signed with ${secret}\nForwarding to ${flags.forward} until Ctrl+C.`);
      await forwardEvents({
        ...flags,
        secret,
        fetch,
        now,
        wait: () => delay(flags.every * 1000),
        report: (line) => console.log(line),
      });
    });
}

interface ListenFlags {
  forward: string;
  key: string;
  api: string;
  secret?: string;
  every: number;
}

function toRow({ id, type, state, attemptCount, createdAt, nextAttemptAt }: Delivery) {
  return { id, type, state, attempts: attemptCount, created: createdAt, next: nextAttemptAt };
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}
