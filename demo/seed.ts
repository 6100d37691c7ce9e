import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { bookEvents } from '../server/books/book-events.ts';
import type { Database } from '../server/db/open.ts';
import { idGenerator } from '../server/db/id-generator.ts';
import { eventLogWithWebhooks } from '../server/event-log-with-webhooks.ts';
import { importEpub } from '../server/import/import-epub.ts';
import { issueKey } from '../server/keys/issue-key.ts';
import { keyStore } from '../server/keys/store.ts';
import { packDemoBook } from './book/pack-demo-book.ts';
import { seedShop, Shop, type ShopSeedOptions, verifyDomains } from './seed-shop.ts';
import type { Secrets } from '../server/values/secrets.ts';

const account = 'demo';

/** State that the demo keeps between starts. The keys are valid only on this server. */
const Demo = z.object({
  book: z.string(),
  /** Key for `curl` examples. */
  secretKey: z.string(),
  /** Origins that may use the publishable key. */
  origins: z.array(z.string()),
  publishableKey: z.string(),
  /** Password with which people sign in to the console's sample account. */
  consolePassword: z.string().optional(),
  /**
   * State of the shop. Null if the server may not send requests to itself, or if an earlier release
   * wrote the file.
   */
  shop: Shop.nullable().catch(null),
});
export type Demo = z.infer<typeof Demo>;

export interface SeedOptions {
  db: Database;
  dataFolder: string;
  /** Origins of the demo pages. A new origin requires a new publishable key. */
  origins: string[];
  /**
   * Origin at which the server may send requests to itself, and the server's secrets. Null if it
   * may not.
   */
  selfCalls: { origin: string; secrets: Secrets } | null;
}

/** Returns the accounts, keys and books of the last start, creating any that are missing. */
export async function seedDemo({
  db,
  dataFolder,
  origins,
  selfCalls,
}: SeedOptions): Promise<Demo & { consolePassword: string }> {
  const file = join(dataFolder, 'demo.json');
  const previous = await readDemo(file);
  const isSame = origins.every((origin) => previous?.origins.includes(origin));
  const known = previous && isSame ? previous : await seedDemoBook(db, origins, previous);
  const consolePassword = previous?.consolePassword ?? randomBytes(9).toString('base64url');
  const shop = selfCalls && (await currentShop({ db, origins, ...selfCalls }, previous, isSame));
  const demo = { ...known, consolePassword };
  // The shop stays in the file while it is disabled.
  await writeDemo(file, { ...demo, shop: shop ?? previous?.shop ?? null });
  return { ...demo, shop };
}

async function currentShop(
  options: ShopSeedOptions,
  previous: Demo | null,
  isSame: boolean,
): Promise<Shop> {
  const known = isSame ? previous?.shop : null;
  const shop = known ?? (await seedShop(options, previous?.shop ?? null));
  await verifyDomains(options, shop);
  return shop;
}

async function seedDemoBook(db: Database, origins: string[], previous: Demo | null): Promise<Demo> {
  const now = () => new Date();
  const newId = idGenerator(() => Date.now());
  const keyContext = { store: keyStore(db), newId, random: randomBytes, now };
  const keyRequest = { account, tier: 'developer' as const };
  const accountId = await keyContext.store.findOrCreateAccount(
    account,
    newId('acc'),
    now().toISOString(),
  );
  const { origin } = new URL(origins[0] ?? 'http://localhost');
  const events = bookEvents(eventLogWithWebhooks({ now, newId }), origin);
  const book = await importEpub({ db, now, newId, bookEvents: events }, await packDemoBook(), {
    accountId,
    visibility: 'public',
  });
  const publishable = await issueKey(keyContext, {
    ...keyRequest,
    kind: 'publishable',
    allowedOrigins: origins,
  });
  return {
    book: book.bookId,
    secretKey:
      previous?.secretKey ?? (await issueKey(keyContext, { ...keyRequest, kind: 'secret' })).text,
    origins,
    publishableKey: publishable.text,
    shop: previous?.shop ?? null,
  };
}

async function readDemo(file: string): Promise<Demo | null> {
  try {
    return Demo.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`Cannot read ${file}. Delete it and start the demo again to recreate it.`, {
      cause: error,
    });
  }
}

async function writeDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
