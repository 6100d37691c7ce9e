import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookEvents } from '../../../server/books/book-events.ts';
import type { Provenance } from '../../../server/books/contract.ts';
import type { BookMetadata } from '../../../server/books/stored-book.ts';
import type { CatalogueFormat } from '../../../server/catalogue/contract.ts';
import { loadFile } from '../../../server/catalogue/load-file.ts';
import { idMaker } from '../../../server/db/new-id.ts';
import type { Database } from '../../../server/db/open.ts';
import { eventLog } from '../../../server/event-log.ts';
import { temporaryFolder, TestClock } from '../harness.ts';

interface More {
  format?: CatalogueFormat;
  mapping?: unknown;
  source?: string;
  clock?: TestClock;
}

/** Writes the content to a file of that name and loads it. */
export async function load(
  db: Database,
  name: string,
  content: string | Uint8Array,
  { format, mapping, source, clock = new TestClock('2026-11-21T12:00:00Z') }: More = {},
) {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const refused: string[] = [];
  const newId = idMaker(() => clock.now().getTime());
  const { counts, fault } = await loadFile(
    {
      db,
      now: clock.now,
      newId,
      bookEvents: bookEvents(eventLog({ now: clock.now, newId }), 'http://svc.test'),
      onRefused: ({ unit, place, reason }) => refused.push(`${unit} ${place}: ${reason}`),
      onBytes: () => {},
    },
    { path, format: format ?? null, mapping, source: source ?? null },
  );
  return { ...counts, fault, reasons: refused };
}

/** Every book of the shared catalogue by its key, as it is stored. */
export async function catalogueOf(db: Database) {
  const rows = await db.query.selectFrom('books').selectAll().orderBy('ordinal').execute();
  return rows.map((row) => ({
    ...row,
    metadata: JSON.parse(row.metadata) as BookMetadata,
    provenance: JSON.parse(row.provenance) as Record<string, Provenance>,
  }));
}

/** All that a load can change, byte for byte. */
export async function everythingIn(db: Database): Promise<string> {
  const tables = await Promise.all([
    db.query.selectFrom('books').selectAll().orderBy('id').execute(),
    db.query
      .selectFrom('book_identifiers')
      .selectAll()
      .orderBy('book_id')
      .orderBy('scheme')
      .execute(),
    db.query.selectFrom('book_clock').selectAll().execute(),
    db.query.selectFrom('book_removals').selectAll().execute(),
  ]);
  return JSON.stringify(tables);
}

/** Lines of JSON. */
export function jsonLines(...records: unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
