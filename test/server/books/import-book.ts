import { importEpub } from '../../../server/import/import-epub.ts';
import { buildEpub, type EpubFixture } from '../epub/fixtures/build-epub.ts';
import type { TestApi } from '../harness.ts';
import { type BookEvents, bookEvents } from '../../../server/books/book-events.ts';
import { eventLogWithWebhooks } from '../../../server/event-log-with-webhooks.ts';

/**
 * Imports an EPUB file, or one built from a fixture, as a public book of `acme`. Returns the book's
 * id.
 */
export async function importBook(api: TestApi, epub: EpubFixture | Uint8Array): Promise<string> {
  const { db, clock, keyContext } = api;
  const accountId = await keyContext.store.findOrCreateAccount(
    'acme',
    keyContext.newId('acc'),
    '2026-11-21T12:00:00Z',
  );
  const { bookId } = await importEpub(
    { db, now: clock.now, newId: keyContext.newId, bookEvents: testBookEvents(api) },
    epub instanceof Uint8Array ? epub : await buildEpub(epub),
    { accountId, visibility: 'public' },
  );
  return bookId;
}

/** Book events connected as in the app. */
export function testBookEvents({ clock, keyContext }: TestApi): BookEvents {
  const log = eventLogWithWebhooks({ now: clock.now, newId: keyContext.newId });
  return bookEvents(log, 'http://svc.test');
}
