import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { buyTemplateError } from '../values/buy-template.ts';
import type { BookEvents } from './book-events.ts';
import type { BookPatch, NewBook } from './book-input.ts';
import type { BookAccess } from './contract.ts';
import { lockOwnedBook, allocateRevisions, readBook, removeBook } from './store.ts';
import { patchBook } from './patch-book.ts';
import { incompleteTemplate } from './sale-link.ts';
import { type BookMetadata, emptyMetadata, type StoredBook } from './stored-book.ts';
import type { VersionOutline } from './outline.ts';
import { computeWorkId } from './work-id.ts';
import { storedVisibility } from '../values/environment.ts';

export interface WriterContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  bookEvents: BookEvents;
  /** Whether purchase URLs may be loopback addresses. For development only. */
  allowLoopback?: boolean;
}

export type BookWriter = ReturnType<typeof bookWriter>;

/** Creates, changes and removes books on behalf of their accounts, and records the events. */
export function bookWriter(context: WriterContext) {
  const { db, now, newId, bookEvents, allowLoopback = false } = context;
  return {
    /** Creates a book from metadata only. @throws Failure `invalid_request`. */
    async add(accountId: string, { title, visibility, ...fields }: NewBook): Promise<string> {
      checkBuyUrl(fields.buyUrl);
      checkComplete(fields.buyUrl, fields);
      const id = newId('bk');
      const metadata: BookMetadata = { ...emptyMetadata, ...fields };
      const at = now().toISOString();
      return db.transaction(async (tx) => {
        const revision = await allocateRevisions(tx, 1);
        await tx
          .insertInto('books')
          .values({
            id,
            account_id: accountId,
            visibility: storedVisibility(accountId, visibility),
            title,
            metadata: JSON.stringify(metadata),
            provenance: '{}',
            work_id: computeWorkId(title, metadata),
            source: 'manual',
            record_key: null,
            record_digest: null,
            word_count: null,
            popularity: 0,
            version_id: null,
            ordinal: revision,
            revision,
            created_at: at,
            updated_at: at,
          })
          .execute();
        await insertIdentifiers(tx, id, metadata);
        await bookEvents.created(tx, id);
        return id;
      });
    },

    /**
     * @param checkRevision - Throws if the change is based on a different revision of the book.
     * @throws Failure `book_not_found`, `not_yours`, `invalid_request`.
     */
    async change(
      accountId: string,
      bookId: string,
      patch: BookPatch,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      checkBuyUrl(patch.buyUrl);
      await db.transaction(async (tx) => {
        const before = await lockAndRead(tx, accountId, bookId, checkRevision);
        const at = now();
        if (before.versionId !== null)
          await checkSampleSections(tx, before.versionId, patch.access);
        const patched = patchBook(before, patch, at);
        if (!patched) return;
        const { title, visibility, metadata, provenance } = patched;
        // A book stored with an incomplete template can still be changed in other ways.
        if (patch.buyUrl !== undefined || patch.identifiers !== undefined)
          checkComplete(metadata.buyUrl, metadata);
        const revision = await allocateRevisions(tx, 1);
        await tx
          .updateTable('books')
          .set({
            title,
            visibility,
            metadata: JSON.stringify(metadata),
            provenance: JSON.stringify(provenance),
            work_id: computeWorkId(title, metadata),
            revision,
            updated_at: at.toISOString(),
          })
          .where('id', '=', bookId)
          .execute();
        await tx.deleteFrom('book_identifiers').where('book_id', '=', bookId).execute();
        await insertIdentifiers(tx, bookId, metadata);
        await bookEvents.updated(tx, before);
      });
    },

    /** @throws Failure `book_not_found`, `not_yours`. */
    async remove(
      accountId: string,
      bookId: string,
      checkRevision: (revision: number) => void,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const before = await lockAndRead(tx, accountId, bookId, checkRevision);
        await removeBook(tx, bookId);
        await bookEvents.deleted(tx, before);
      });
    },

    /**
     * Removes a book of any account. For the operator. Returns false if the book does not exist.
     */
    async removeAny(bookId: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const before = await readBook(tx, bookId);
        if (!before || !(await removeBook(tx, bookId))) return false;
        await bookEvents.deleted(tx, before);
        return true;
      });
    },
  };

  function checkBuyUrl(template: string | null | undefined): void {
    const error = template ? buyTemplateError(template, { allowLoopback }) : null;
    if (error) throw invalidRequest('/buyUrl', error);
  }

  function checkComplete(
    template: string | null,
    book: Parameters<typeof incompleteTemplate>[1],
  ): void {
    const error = incompleteTemplate(template, book);
    if (error !== null) throw invalidRequest('/buyUrl', error);
  }

  async function lockAndRead(
    tx: Queries,
    accountId: string,
    bookId: string,
    checkRevision: (revision: number) => void,
  ): Promise<StoredBook> {
    const { revision } = await lockOwnedBook(tx, db.engine, accountId, bookId);
    checkRevision(revision);
    const book = await readBook(tx, bookId);
    if (!book) throw new Error(`Book ${bookId} disappeared while it was locked.`);
    return book;
  }
}

/** Maximum number of sections in a message. */
const maxListedSections = 20;

/** Rejects sections that do not exist because they would result in an empty sample. */
async function checkSampleSections(
  tx: Queries,
  versionId: string,
  access: BookAccess | null | undefined,
): Promise<void> {
  if (!access || !('sections' in access)) return;
  const { outline } = await tx
    .selectFrom('book_versions')
    .select('outline')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const paths = new Set(readingOrderOf(outline).map(({ href }) => href));
  // Chapters may be listed before they are published and after they are withdrawn.
  const unknown = access.sections.findIndex(
    (path) => !paths.has(path) && !path.startsWith('chapters/ch_'),
  );
  if (unknown === -1) return;
  const known = [...paths].slice(0, maxListedSections).join(', ');
  throw invalidRequest(
    `/access/sections/${unknown}`,
    `Section ${access.sections[unknown]} does not exist in the text. The paths of its sections are ${known}${paths.size > maxListedSections ? ', …' : ''}.`,
  );
}

function readingOrderOf(outline: string): VersionOutline['readingOrder'] {
  return (JSON.parse(outline) as VersionOutline).readingOrder;
}

function invalidRequest(pointer: string, detail: string): Failure {
  return new Failure('invalid_request', `${pointer}: ${detail}`, {
    errors: [{ pointer, detail }],
  });
}

async function insertIdentifiers(
  tx: Queries,
  bookId: string,
  metadata: BookMetadata,
): Promise<void> {
  if (metadata.identifiers.length === 0) return;
  await tx
    .insertInto('book_identifiers')
    .values(metadata.identifiers.map((identifier) => ({ book_id: bookId, ...identifier })))
    .execute();
}
