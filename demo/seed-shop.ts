import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { NewAffiliate } from '../server/affiliates/contract.ts';
import { partners } from '../server/affiliates/partners.ts';
import { bookEvents } from '../server/books/book-events.ts';
import { bookWriter } from '../server/books/writer.ts';
import type { Database } from '../server/db/open.ts';
import { idGenerator } from '../server/db/id-generator.ts';
import { NewDeployment } from '../server/deployments/contract.ts';
import { deployments } from '../server/deployments/deployments.ts';
import { eventLogWithWebhooks } from '../server/event-log-with-webhooks.ts';
import { importEpub } from '../server/import/import-epub.ts';
import { domainKeyCreator } from '../server/keys/domain-key.ts';
import { issueKey } from '../server/keys/issue-key.ts';
import { keyStore } from '../server/keys/store.ts';
import { NewWebhook } from '../server/webhooks/contract.ts';
import { endpointStore, maxEndpoints } from '../server/webhooks/endpoint-store.ts';
import { secretBox } from '../server/values/secret-box.ts';
import type { Secrets } from '../server/values/secrets.ts';
import { generateSecret } from '../server/webhooks/signature.ts';
import type { Publisher } from './publishers/publisher.ts';
import { publishers } from './publishers/publishers.ts';
import { packPublisherBook } from './publishers/pack-publisher-book.ts';

const account = 'demo-shop';
const now = () => new Date();
const newId = idGenerator(Date.now);

/** State that the shop's pages and server store. The keys are valid only on this server. */
export const Shop = z.object({
  accountId: z.string(),
  secretKey: z.string(),
  publishableKey: z.string(),
  /** Signing secret of the shop's webhook. */
  webhookSecret: z.string(),
  affiliateId: z.string(),
  publishers: z.record(z.string(), z.object({ book: z.string(), deployment: z.string() })),
});
export type Shop = z.infer<typeof Shop>;

export interface ShopSeedOptions {
  db: Database;
  /** Origin at which this server sends requests to itself. */
  origin: string;
  /** Origins of all pages that show a book. */
  origins: string[];
  /** Secret that encrypts webhook secrets. */
  secrets: Secrets;
}

/** The affiliate that writes the demo blog. */
export const bloggerAffiliate = NewAffiliate.parse({
  code: 'marginalia',
  name: 'Marginalia, a reading diary',
  rate: '0.08',
});

/**
 * Creates the shop's account with three books that have prices and samples, three deployments with
 * a domain each, an affiliate, and a webhook to the shop's server.
 *
 * @param previous - State of an earlier start. Its secret key is kept, but URLs may have changed.
 */
export async function seedShop(options: ShopSeedOptions, previous: Shop | null): Promise<Shop> {
  const { db, origin, origins } = options;
  const keyContext = { store: keyStore(db), newId, random: randomBytes, now };
  const accountId = await keyContext.store.findOrCreateAccount(
    account,
    newId('acc'),
    now().toISOString(),
  );
  const keyRequest = { account, tier: 'unlimited' as const };
  const secretKey =
    previous?.secretKey ?? (await issueKey(keyContext, { ...keyRequest, kind: 'secret' })).text;
  const { text: publishableKey, key } = await issueKey(keyContext, {
    ...keyRequest,
    kind: 'publishable',
    allowedOrigins: [...origins, ...publishers.map(({ id }) => publisherOrigin(id, origin))],
  });
  const events = bookEvents(eventLogWithWebhooks({ now, newId }), origin);
  const context = { db, now, newId, bookEvents: events, allowLoopback: true };
  const buyUrl = `${origin}/demo/checkout/?book={bookId}&click={clickId}&trace={traceId}`;
  const books = await Promise.all(
    publishers.map(async (publisher): Promise<[string, string]> => {
      const options = { accountId, visibility: 'public' as const };
      const { bookId } = await importEpub(context, await packPublisherBook(publisher), options);
      await bookWriter(context).change(
        accountId,
        bookId,
        { ...publisher.saleTerms, buyUrl },
        anyRevision,
      );
      return [publisher.id, bookId];
    }),
  );
  const bookOf = new Map(books);
  const service = deploymentService(options, []);
  const old = await service.list(accountId, publishers.length * 4, null);
  for (const { id } of old.deployments) await service.remove(accountId, id, anyRevision);
  const seeded: Shop['publishers'] = {};
  for (const publisher of publishers) {
    const input = NewDeployment.parse({
      ...(await newDeploymentOf(publisher, origin)),
      keyId: key.id,
    });
    const { id } = await service.add(accountId, input, [publisherDomain(publisher.id)]);
    seeded[publisher.id] = { book: bookOf.get(publisher.id) ?? '', deployment: id };
  }
  return {
    accountId,
    secretKey,
    publishableKey,
    webhookSecret: await addWebhook(options, accountId),
    affiliateId: await addBlogger(db, accountId),
    publishers: seeded,
  };
}

/** Verifies the `*.localhost` domains with a stub resolver because no name server resolves them. */
export async function verifyDomains(
  options: ShopSeedOptions,
  { accountId, publishers: seeded }: Shop,
): Promise<void> {
  const records: string[] = [];
  const service = deploymentService(options, records);
  for (const { deployment } of Object.values(seeded)) {
    const { domains } = await service.get(accountId, deployment);
    for (const { host, record } of domains) {
      records.push(record.value);
      await service.domains.verify(accountId, deployment, host);
    }
  }
}

export function publisherDomain(publisherId: string): string {
  return `${publisherId}.localhost`;
}

/** Returns the origin of a publisher's domain, with this server's port. */
export function publisherOrigin(publisherId: string, origin: string): string {
  const { port } = new URL(origin);
  return `http://${publisherDomain(publisherId)}${port && `:${port}`}`;
}

const anyRevision = () => undefined;

async function newDeploymentOf({ id, name, deploymentSettings }: Publisher, origin: string) {
  const logo = await readFile(new URL(`publishers/${id}/logo.svg`, import.meta.url), 'base64');
  const home = `${origin}/demo/shop/${id}/`;
  return {
    ...deploymentSettings,
    name,
    logo: { data: `data:image/svg+xml;base64,${logo}`, alt: name },
    links: { home },
  };
}

function deploymentService({ db, origin }: ShopSeedOptions, records: string[]) {
  return deployments({
    db,
    now,
    newId,
    random: randomBytes,
    lookUpTxt: async () => records,
    rules: { publicHost: new URL(origin).hostname, allowLoopback: true },
    createDomainKey: domainKeyCreator({ newId, random: randomBytes, now }),
  });
}

async function addBlogger(db: Database, accountId: string): Promise<string> {
  const service = partners({ db, now, newId });
  const existing = await service.findActive(accountId, bloggerAffiliate.code ?? '');
  return existing?.id ?? (await service.add(accountId, bloggerAffiliate)).partner.id;
}

/** Replaces the account's webhooks, because the secrets of existing webhooks cannot be read. */
async function addWebhook(
  { db, origin, secrets }: ShopSeedOptions,
  accountId: string,
): Promise<string> {
  const endpoints = endpointStore({ db, now, newId, events: eventLogWithWebhooks({ now, newId }) });
  const { webhooks } = await endpoints.list(accountId, maxEndpoints, null);
  for (const { id } of webhooks) await endpoints.remove(accountId, id);
  const webhookSecret = generateSecret(randomBytes);
  const events = ['sale.completed', 'sale.refunded'];
  const input = NewWebhook.parse({ url: `${origin}/demo/hook`, events });
  await endpoints.add(accountId, input, secretBox(secrets).seal(webhookSecret));
  return webhookSecret;
}
