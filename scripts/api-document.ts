import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/app.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';

/** Origin in the generated document's URLs, such as the link of a `Link` header. */
const publicUrl = 'https://api.example.com';

/** Returns the OpenAPI document that a server at `publicUrl` sends, without starting a server. */
export async function apiDocument(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-document-'));
  const now = () => new Date();
  const db = openDatabase({ sqlitePath: join(folder, 'svc.sqlite') });
  try {
    await migrate(db, now);
    const app = await buildApp({
      db,
      now,
      publicUrl,
      secrets: ['a secret of thirty-two characters'],
      hasBurstLimit: false,
      trustProxy: null,
      logLevel: 'silent',
      servesApi: true,
      componentFolder: join(import.meta.dirname, '../dist'),
    });
    await app.ready();
    const document: object = JSON.parse(JSON.stringify(app.swagger()));
    await app.close();
    return document;
  } finally {
    await db.close();
    rmSync(folder, { recursive: true });
  }
}
