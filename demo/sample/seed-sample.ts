import { randomBytes } from 'node:crypto';
import { NewAffiliate } from '../../server/affiliates/contract.ts';
import { affiliates } from '../../server/affiliates/affiliates.ts';
import { bookEvents } from '../../server/books/book-events.ts';
import { bookWriter } from '../../server/books/writer.ts';
import { auditLog } from '../../server/console/audit-log.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import { type Database, databaseInTransaction } from '../../server/db/open.ts';
import { NewDeployment } from '../../server/deployments/contract.ts';
import { deployments } from '../../server/deployments/deployments.ts';
import { eventLogWithWebhooks } from '../../server/event-log-with-webhooks.ts';
import { prepareImport } from '../../server/import/import-epub.ts';
import { domainKeyCreator } from '../../server/keys/domain-key.ts';
import { issueKeyFor } from '../../server/keys/issue-key.ts';
import { keyStore } from '../../server/keys/store.ts';
import type { RateTable } from '../../server/rates/rate-table.ts';
import { sales } from '../../server/sales/sales.ts';
import type { Secrets } from '../../server/values/secrets.ts';
import { secretBox } from '../../server/values/secret-box.ts';
import { NewWebhook } from '../../server/webhooks/contract.ts';
import { endpointStore } from '../../server/webhooks/endpoint-store.ts';
import type { AttemptOutcome } from '../../server/webhooks/sender.ts';
import { generateSecret } from '../../server/webhooks/signature.ts';
import { packPublisherBook } from '../publishers/pack-publisher-book.ts';
import { type SampleHistory, sampleHistory } from './history.ts';
import { seededRandom } from './random.ts';
import { type HistoryClock, recordHistory } from './record-history.ts';
import { recordUsage } from './record-usage.ts';
import { sampleAccountName } from './sample-account.ts';
import { type SampleBook, sampleBooks } from './sample-books.ts';
import { sampleDeliveries } from './sample-deliveries.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const days = 120;
/** Events and deliveries are kept for 30 days. */
const webhookDays = 29;
const seed = 20_260_301;

const sampleAffiliates = [
  { code: 'nightstand', name: 'Nightstand, a podcast', rate: '0.1', approvalDays: 14 },
  { code: 'books_weekly', name: 'Books Weekly', rate: '0.08', approvalDays: 14 },
  { code: 'estuary', name: 'Estuary Reading Club', rate: '0.12', approvalDays: 14 },
].map((affiliate) => NewAffiliate.parse(affiliate));

const sampleDeployments = [
  { name: 'Website', theme: { name: 'light' } },
  { name: 'Newsletter', theme: { name: 'sepia' }, campaign: 'newsletter' },
].map((deployment) => NewDeployment.parse(deployment));

export interface SampleOptions {
  db: Database;
  accountId: string;
  /** Time at which the history ends. */
  untilMs: number;
  rates: RateTable;
  secrets: Secrets;
  /** Origin at which clients reach this server. */
  origin: string;
  /** Whether webhooks can reach this server. If not, the account has none. */
  allowsSelfCalls: boolean;
}

/** Paths on this server of the endpoints that receive the sample's webhooks. */
export const samplePaths = { working: '/demo/sample/orders', failing: '/demo/sample/crm' };

/**
 * Fills the sample account with books and months of use, in one transaction: readings, sales,
 * refunds, commissions, payouts, webhook deliveries and requests. Uses the production code with a
 * clock that the history controls. Does nothing if the account already contains data.
 *
 * @returns The history, or null if the account already contained data.
 */
export async function seedSample(options: SampleOptions): Promise<SampleHistory | null> {
  const { db, accountId, untilMs } = options;
  const service = affiliates({ ...options, ...realTime, publicUrl: options.origin, buyTemplateOf });
  const [first] = sampleAffiliates;
  if (!first || (await service.partners.findActive(accountId, first.code ?? ''))) return null;
  const books = sampleBooks();
  const history = sampleHistory(books, {
    seed,
    untilMs,
    days,
    affiliates: sampleAffiliates.length,
    deployments: sampleDeployments.length,
  });
  const clock = historyClock(untilMs - days * dayMs);
  const newId = idGenerator(() => clock.now().getTime());
  const events = bookEvents(eventLogWithWebhooks({ now: clock.now, newId }), options.origin);
  const importContext = { db, now: clock.now, newId, bookEvents: events };
  const imports = await Promise.all(
    books.map(async ({ book }, index) => {
      const publisher = { id: `sample-${index}`, name: sampleAccountName, book };
      const epub = await packPublisherBook(publisher);
      return prepareImport(importContext, epub, { accountId, visibility: 'public' });
    }),
  );
  await db.transaction(async (tx) => {
    clock.set(untilMs - days * dayMs);
    const target = databaseInTransaction(db, tx);
    const bookIds: string[] = [];
    for (const store of imports) bookIds.push((await store(target)).bookId);
    await record({ ...options, db: target, clock, newId, books, bookIds, history });
  });
  return history;
}

interface Recording extends SampleOptions {
  clock: HistoryClock;
  newId: (prefix: string) => string;
  books: SampleBook[];
  bookIds: string[];
  history: SampleHistory;
}

async function record(recording: Recording): Promise<void> {
  const { db, accountId, untilMs, rates, secrets, origin, clock, newId, history } = recording;
  const { now } = clock;
  const context = { db, now, newId, secrets };
  const events = eventLogWithWebhooks({ now, newId });
  const audit = auditLog(context);
  const actor = { userId: null, name: 'sample data', address: null };
  const program = affiliates({ ...context, publicUrl: origin, buyTemplateOf });
  const keys = { store: keyStore(db), newId, random: randomBytes, now };
  const account = { id: accountId, name: sampleAccountName };
  const addKey = async (order: Omit<Parameters<typeof issueKeyFor>[2], 'tier'>) => {
    const { key } = await issueKeyFor(keys, account, { ...order, tier: 'pro' });
    const change = { accountId, action: 'key.create', target: key.id, after: { label: key.label } };
    return audit.record(actor, async () => ({ result: key, change }));
  };
  const website = await addKey({
    kind: 'publishable',
    label: 'Website',
    allowedOrigins: ['https://harbor-quill.example'],
  });
  const shop = await addKey({ kind: 'secret', label: 'Shop server' });
  await addKey({
    kind: 'secret',
    label: 'Old newsletter tool',
    expiresAt: new Date(now().getTime() + 60 * dayMs),
  });
  await describeBooks(recording);
  const deploymentService = deployments({
    ...context,
    random: randomBytes,
    lookUpTxt: async () => [],
    rules: { publicHost: new URL(origin).hostname, allowLoopback: true },
    createDomainKey: domainKeyCreator(keys),
  });
  const deploymentIds: string[] = [];
  for (const input of sampleDeployments) {
    deploymentIds.push((await deploymentService.add(accountId, input)).id);
  }
  const affiliateIds: string[] = [];
  for (const input of sampleAffiliates) {
    affiliateIds.push((await program.partners.add(accountId, input)).partner.id);
  }
  const random = seededRandom(seed + 1);
  const answers = new Map<string, (atMs: number) => AttemptOutcome>();
  const deliveries = sampleDeliveries({ db, clock, newId, events, random, answers });
  const addWebhooks = async () => {
    if (!recording.allowsSelfCalls) return;
    const endpoints = endpointStore({ db, now, newId, events });
    const add = async (path: string, description: string) => {
      const types = ['sale.completed', 'sale.refunded'];
      const input = NewWebhook.parse({ url: origin + path, description, events: types });
      const sealed = secretBox(secrets).seal(generateSecret(randomBytes));
      return (await endpoints.add(accountId, input, sealed)).id;
    };
    answers.set(await add(samplePaths.working, 'Order system'), () => answered(204, random));
    const failsFrom = untilMs - 30 * hourMs;
    answers.set(await add(samplePaths.failing, 'Customer database'), (atMs) =>
      answered(atMs < failsFrom ? 200 : 503, random),
    );
  };
  await recordHistory(history, {
    ...context,
    clock,
    accountId,
    untilMs,
    affiliates: program,
    sales: sales({
      ...context,
      events,
      attribution: program.conversions,
      currentRates: async () => rates,
    }),
    deliveries,
    bookIds: recording.bookIds,
    prices: recording.books.map(({ price }) => price),
    deploymentIds,
    affiliateIds,
    moreSteps: [{ atMs: untilMs - webhookDays * dayMs, run: addWebhooks }],
  });
  clock.set(untilMs - days * dayMs);
  await recordUsage(history, untilMs, { db, clock, newId, random, website, shop });
}

/** Sets the books' prices and samples, and records their import in the audit log. */
async function describeBooks({ db, clock, newId, ...recording }: Recording): Promise<void> {
  const { accountId, origin, books, bookIds } = recording;
  const { now } = clock;
  const events = bookEvents(eventLogWithWebhooks({ now, newId }), origin);
  const writer = bookWriter({ db, now, newId, bookEvents: events, allowLoopback: true });
  const audit = auditLog({ db, now, newId });
  const actor = { userId: null, name: 'sample data', address: null };
  for (const [index, { price, freeShare, book }] of books.entries()) {
    const bookId = bookIds[index] ?? '';
    const target = { accountId, action: 'book.import', target: bookId };
    await audit.record(actor, async () => ({
      result: null,
      change: { ...target, after: { title: book.title, isNew: true } },
    }));
    if (!price) continue;
    const buyUrl = 'https://harbor-quill.example/buy/{bookId}?click={clickId}';
    const access = { mode: 'sample' as const, share: freeShare };
    await writer.change(accountId, bookId, { price, buyUrl, access }, () => undefined);
  }
}

function answered(status: number, random: () => number): AttemptOutcome {
  const body = status < 300 ? '' : 'Service unavailable: the database is being moved.';
  const durationMs = Math.round(20 + 160 * random());
  return { kind: 'answered', status, durationMs, retryAfterMs: null, body };
}

const realTime = { now: () => new Date(), newId: idGenerator(Date.now) };

/** The history does not use buy links. */
const buyTemplateOf = async () => null;

function historyClock(startMs: number): HistoryClock {
  let ms = startMs;
  return { now: () => new Date(ms), set: (next) => (ms = next) };
}
