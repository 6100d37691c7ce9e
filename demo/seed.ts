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
import { seedShop, Shop, verifyDomains } from './seed-shop.ts';

const account = 'demo';

/** What the demo must know again at its next start; the keys are its own and worth nothing elsewhere. */
const Demo = z.object({
  book: z.string(),
  /** For `curl`. */
  secretKey: z.string(),
  /** Where the publishable key may be used. */
  origins: z.array(z.string()),
  publishableKey: z.string(),
  /** Null where the server must not call itself. */
  shop: Shop.nullable().default(null),
});
export type Demo = z.infer<typeof Demo>;

export interface SeedOptions {
  db: Database;
  dataFolder: string;
  /** Origins of the demo's pages; another port needs another publishable key. */
  origins: string[];
  /** Where this server calls itself; null: it must not. */
  selfCalls: { origin: string; secret: string } | null;
}

/** The demo's accounts, keys and books: those of the last start, made where they are missing. */
export async function seedDemo({ db, dataFolder, origins, selfCalls }: SeedOptions): Promise<Demo> {
  const file = join(dataFolder, 'demo.json');
  const kept = await readDemo(file);
  const isSame = origins.every((origin) => kept?.origins.includes(origin));
  const demo = kept && isSame ? kept : await seedDemoBook(db, origins, kept);
  if (!selfCalls) {
    if (demo !== kept) await writeDemo(file, demo);
    return { ...demo, shop: null };
  }
  const place = { db, origins, ...selfCalls };
  const shop = kept?.shop && isSame ? kept.shop : await seedShop(place, kept?.shop ?? null);
  await verifyDomains(place, shop);
  const whole = { ...demo, shop };
  if (shop !== kept?.shop) await writeDemo(file, whole);
  return whole;
}

async function seedDemoBook(db: Database, origins: string[], kept: Demo | null): Promise<Demo> {
  const now = () => new Date();
  const newId = idGenerator(() => Date.now());
  const making = { store: keyStore(db), newId, random: randomBytes, now };
  const order = { account, tier: 'developer' as const };
  const accountId = await making.store.findOrCreateAccount(
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
  const publishable = await issueKey(making, {
    ...order,
    kind: 'publishable',
    allowedOrigins: origins,
  });
  return {
    book: book.bookId,
    secretKey: kept?.secretKey ?? (await issueKey(making, { ...order, kind: 'secret' })).text,
    origins,
    publishableKey: publishable.text,
    shop: kept?.shop ?? null,
  };
}

async function readDemo(file: string): Promise<Demo | null> {
  try {
    return Demo.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: delete it, and the next start makes it anew.`, {
      cause: error,
    });
  }
}

async function writeDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
