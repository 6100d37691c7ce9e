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
import { issueKey } from '../server/keys/issue-key.ts';
import { keyStore } from '../server/keys/store.ts';
import { NewWebhook } from '../server/webhooks/contract.ts';
import { endpointStore, maxEndpoints } from '../server/webhooks/endpoint-store.ts';
import { secretBox } from '../server/values/secret-box.ts';
import { generateSecret } from '../server/webhooks/signature.ts';
import type { Publisher } from './publishers/publisher.ts';
import { publishers } from './publishers/publishers.ts';
import { packPublisherBook } from './publishers/pack-publisher-book.ts';

const account = 'demo-shop';
const now = () => new Date();
const newId = idGenerator(Date.now);

/** What the shop's pages and its server must know; the keys are its own and worth nothing elsewhere. */
export const Shop = z.object({
  accountId: z.string(),
  secretKey: z.string(),
  publishableKey: z.string(),
  /** Of its webhook. */
  webhookSecret: z.string(),
  affiliateId: z.string(),
  houses: z.record(z.string(), z.object({ book: z.string(), deployment: z.string() })),
});
export type Shop = z.infer<typeof Shop>;

export interface ShopSeedOptions {
  db: Database;
  /** Where this server calls itself. */
  origin: string;
  /** Of every page that shows a book. */
  origins: string[];
  /** What the secrets of webhooks are sealed with. */
  secret: string;
}

/** Affiliate who writes the demo's blog. */
export const bloggerAffiliate = NewAffiliate.parse({
  code: 'marginalia',
  name: 'Marginalia, a reading diary',
  rate: '0.08',
});

/**
 * The account of the shop: three books with their prices and samples, three deployments, two of them
 * with a domain, a partner, and a webhook to the shop's own server.
 *
 * @param kept - What an earlier start made: its keys stay, while its addresses may have changed.
 */
export async function seedShop(place: ShopSeedOptions, kept: Shop | null): Promise<Shop> {
  const { db, origin, origins } = place;
  const making = { store: keyStore(db), newId, random: randomBytes, now };
  const accountId = await making.store.findOrCreateAccount(
    account,
    newId('acc'),
    now().toISOString(),
  );
  const order = { account, tier: 'unlimited' as const };
  const secretKey = kept?.secretKey ?? (await issueKey(making, { ...order, kind: 'secret' })).text;
  const { text: publishableKey, key } = await issueKey(making, {
    ...order,
    kind: 'publishable',
    allowedOrigins: [...origins, ...publishers.map(({ id }) => publisherOrigin(id, origin))],
  });
  const events = bookEvents(eventLogWithWebhooks({ now, newId }), origin);
  const context = { db, now, newId, bookEvents: events, allowLoopback: true };
  const buyUrl = `${origin}/demo/checkout/?book={bookId}&click={clickId}&trace={traceId}`;
  const books = await Promise.all(
    publishers.map(async (house): Promise<[string, string]> => {
      const options = { accountId, visibility: 'public' as const };
      const { bookId } = await importEpub(context, await packPublisherBook(house), options);
      await bookWriter(context).change(
        accountId,
        bookId,
        { ...house.saleTerms, buyUrl },
        anyRevision,
      );
      return [house.id, bookId];
    }),
  );
  const bookOf = new Map(books);
  const service = deploymentService(place, []);
  const old = await service.list(accountId, publishers.length * 4, null);
  for (const { id } of old.deployments) await service.remove(accountId, id, anyRevision);
  const made: Shop['houses'] = {};
  for (const house of publishers) {
    const wanted = NewDeployment.parse({
      ...(await newDeploymentOf(house, origin)),
      keyId: key.id,
    });
    const { id } = await service.add(accountId, wanted, [publisherDomain(house.id)]);
    made[house.id] = { book: bookOf.get(house.id) ?? '', deployment: id };
  }
  return {
    accountId,
    secretKey,
    publishableKey,
    webhookSecret: await addWebhook(place, accountId),
    affiliateId: await addBlogger(db, accountId),
    houses: made,
  };
}

/** No name server knows `*.localhost`: the demo answers for itself that the domains are its own. */
export async function verifyDomains(
  place: ShopSeedOptions,
  { accountId, houses }: Shop,
): Promise<void> {
  const records: string[] = [];
  const service = deploymentService(place, records);
  for (const { deployment } of Object.values(houses)) {
    const { domains } = await service.get(accountId, deployment);
    for (const { host, record } of domains) {
      records.push(record.value);
      await service.domains.verify(accountId, deployment, host);
    }
  }
}

export function publisherDomain(house: string): string {
  return `${house}.localhost`;
}

/** Origin of a house's own domain, on the port of this server. */
export function publisherOrigin(house: string, origin: string): string {
  const { port } = new URL(origin);
  return `http://${publisherDomain(house)}${port && `:${port}`}`;
}

const anyRevision = () => undefined;

async function newDeploymentOf({ id, name, deploymentSettings }: Publisher, origin: string) {
  const mark = await readFile(new URL(`publishers/${id}/logo.svg`, import.meta.url), 'base64');
  const home = `${origin}/demo/shop/${id}/`;
  return {
    ...deploymentSettings,
    name,
    logo: { data: `data:image/svg+xml;base64,${mark}`, alt: name },
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
  });
}

async function addBlogger(db: Database, accountId: string): Promise<string> {
  const service = partners({ db, now, newId });
  const known = await service.findActive(accountId, bloggerAffiliate.code ?? '');
  return known?.id ?? (await service.add(accountId, bloggerAffiliate)).partner.id;
}

/** The one webhook of the account: an older one has a secret that nobody knows any more. */
async function addWebhook(
  { db, origin, secret }: ShopSeedOptions,
  accountId: string,
): Promise<string> {
  const endpoints = endpointStore({ db, now, newId, events: eventLogWithWebhooks({ now, newId }) });
  const { webhooks } = await endpoints.list(accountId, maxEndpoints, null);
  for (const { id } of webhooks) await endpoints.remove(accountId, id);
  const webhookSecret = generateSecret(randomBytes);
  const events = ['sale.completed', 'sale.refunded'];
  const wanted = NewWebhook.parse({ url: `${origin}/demo/hook`, events });
  await endpoints.add(accountId, wanted, secretBox(secret).seal(webhookSecret));
  return webhookSecret;
}
