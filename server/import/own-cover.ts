import type { BookEvents } from '../books/book-events.ts';
import { allocateRevisions, lockOwnedBook, readBook } from '../books/store.ts';
import type { Database, Queries } from '../db/open.ts';
import { storeContents, type StoredContent } from '../db/stored-objects.ts';
import { measureImage } from '../epub/resources/images.ts';
import { Failure } from '../failure.ts';
import { previewCover } from '../metadata/analysis/cover-preview.ts';

/** Maximum size of an uploaded cover's file. */
export const maxCoverBytes = 10 * 1024 * 1024;
export const coverMediaTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Maximum dimensions of a cover that is decoded. */
const maxCoverPixels = 50_000_000;
/** Smaller images are icons and would look blurred as covers. */
const minSide = 200;
/** Maximum side length of the stored cover. Larger than on any screen. */
const maxStored = { width: 2400, height: 3200 };
const jpegQuality = 88;
const renderTimeoutSeconds = 10;

export interface CoverContext {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  bookEvents: BookEvents;
}

interface RenderedCover {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/**
 * Renders an uploaded image as a cover. Its type is detected from its bytes. The result is a new
 * JPEG file, with corrected orientation and without the upload's metadata, such as a location.
 *
 * @returns A function that makes it the cover of a book in one transaction of the given database.
 * @throws Failure `invalid_request`. The function also throws `book_not_found`, `not_yours`.
 */
export async function prepareCover(context: CoverContext, image: Uint8Array) {
  const { db, now, newId, bookEvents } = context;
  const { bytes, width, height } = await renderCover(image);
  const preview = await previewCover(bytes);
  const [stored] = await storeContents(db, [bytes], now);
  if (!stored) throw new Error('The cover was not stored.');
  const content: StoredContent = stored;

  return (target: Database, accountId: string, bookId: string): Promise<void> =>
    changeCover({ now, bookEvents }, target, { accountId, bookId }, async (tx, at) => {
      const values = { width, height, thumbhash: preview?.thumbhash, color: preview?.color };
      await tx
        .insertInto('book_covers')
        .values({ id: newId('cov'), book_id: bookId, ...content, ...values, created_at: at })
        .execute();
    });
}

/**
 * Restores the cover from the book's file or the cover that its record specifies. Has no effect
 * without an uploaded cover.
 *
 * @throws Failure `book_not_found`, `not_yours`.
 */
export async function restoreCover(
  context: Pick<CoverContext, 'now' | 'bookEvents'>,
  target: Database,
  accountId: string,
  bookId: string,
): Promise<void> {
  await changeCover(context, target, { accountId, bookId }, null);
}

/**
 * Replaces the uploaded cover. The previous one keeps its URL until replaced content is deleted.
 */
async function changeCover(
  { now, bookEvents }: Pick<CoverContext, 'now' | 'bookEvents'>,
  target: Database,
  { accountId, bookId }: { accountId: string; bookId: string },
  add: ((tx: Queries, at: string) => Promise<void>) | null,
): Promise<void> {
  await target.transaction(async (tx) => {
    await lockOwnedBook(tx, target.engine, accountId, bookId);
    const before = await readBook(tx, bookId);
    if (!before) throw new Error(`Book ${bookId} disappeared while it was locked.`);
    const at = now().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('book_covers')
      .set({ replaced_at: at })
      .where('book_id', '=', bookId)
      .where('replaced_at', 'is', null)
      .executeTakeFirst();
    if (!add && numUpdatedRows === 0n) return;
    await add?.(tx, at);
    const revision = await allocateRevisions(tx, 1);
    await tx
      .updateTable('books')
      .set({ revision, updated_at: at })
      .where('id', '=', bookId)
      .execute();
    await bookEvents.updated(tx, before);
  });
}

async function renderCover(image: Uint8Array): Promise<RenderedCover> {
  if (image.length === 0) throw invalidCover('The file is empty.');
  if (image.length > maxCoverBytes) throw invalidCover('The file is larger than 10 MB.');
  const info = await measureImage(image);
  if (!info || !coverMediaTypes.some((type) => type === info.mediaType)) {
    throw invalidCover('The file is not a JPEG, PNG, WebP or AVIF image.');
  }
  const { width, height } = info;
  const size = `The image has ${width} × ${height} pixels.`;
  if (Math.min(width, height) < minSide) {
    throw invalidCover(`${size} Each side must have at least ${minSide} pixels.`);
  }
  if (width * height > maxCoverPixels)
    throw invalidCover(`${size} At most 50 million are allowed.`);
  // Loaded on demand because it takes 20 MB of memory, which a server without uploads does not
  // need.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info: rendered } = await sharp(image, {
      limitInputPixels: maxCoverPixels,
      failOn: 'error',
    })
      .timeout({ seconds: renderTimeoutSeconds })
      .autoOrient()
      .resize({ ...maxStored, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: jpegQuality, progressive: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: rendered.width, height: rendered.height };
  } catch (cause) {
    throw invalidCover('The image is damaged.', cause);
  }
}

function invalidCover(detail: string, cause?: unknown): Failure {
  return new Failure('invalid_request', detail, { cause });
}
