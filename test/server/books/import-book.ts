import { importEpub } from '../../../server/import/import-epub.ts';
import { buildEpub, type EpubFixture } from '../epub/fixtures/build-epub.ts';
import type { TestApi } from '../harness.ts';
import { bookEventsOf } from './book-events-of.ts';

/** Imports an EPUB, or one made of a fixture, as a public book of `acme`; returns its id. */
export async function importBook(api: TestApi, epub: EpubFixture | Uint8Array): Promise<string> {
  const { db, clock, making } = api;
  const accountId = await making.store.account('acme', making.newId('acc'), '2026-11-21T12:00:00Z');
  const { bookId } = await importEpub(
    { db, now: clock.now, newId: making.newId, bookEvents: bookEventsOf(api) },
    epub instanceof Uint8Array ? epub : await buildEpub(epub),
    { accountId, visibility: 'public' },
  );
  return bookId;
}
