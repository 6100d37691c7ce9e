import type { Database, Queries } from '../../db/open.ts';
import { Failure } from '../../failure.ts';
import type { Upload } from '../contract.ts';

/** Maximum number of unfinished uploads per account. Each can store 100 MB. */
const maxUploads = 20;
/**
 * Clients send the first part immediately. If an upload has no part, its client did not receive its
 * id.
 */
const emptyMs = 60_000;

/** @throws Failure `too_many_requests` if the account has too many unfinished uploads. */
export async function insertUpload(
  { transaction }: Database,
  accountId: string,
  upload: Omit<Upload, 'received'>,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const abandoned = new Date(now.getTime() - emptyMs).toISOString();
  await transaction(async (tx) => {
    await tx
      .deleteFrom('uploads')
      .where('account_id', '=', accountId)
      .where('received', '=', 0)
      .where('updated_at', '<', abandoned)
      .execute();
    const { total } = await tx
      .selectFrom('uploads')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (Number(total) >= maxUploads) {
      throw new Failure(
        'too_many_requests',
        `This account has ${maxUploads} unfinished uploads. Finish or cancel one of them first.`,
      );
    }
    const { id, name, size } = upload;
    const row = { id, account_id: accountId, file_name: name, size, created_at: at };
    await tx
      .insertInto('uploads')
      .values({ ...row, updated_at: at })
      .execute();
  });
}

/** @throws Failure `not_found`, also for an upload of another account. */
export async function requireUpload(
  query: Queries,
  accountId: string,
  uploadId: string,
): Promise<Upload> {
  const row = await query
    .selectFrom('uploads')
    .select(['id', 'file_name as name', 'size', 'received'])
    .where('id', '=', uploadId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row) return row;
  throw new Failure(
    'not_found',
    `No unfinished upload with id ${uploadId}. Upload the file again.`,
  );
}

/**
 * Stores the next part of a file. Ignores a part that is already stored, because clients send a
 * part again after a lost response.
 *
 * @returns The upload with the bytes that are stored now.
 * @throws Failure `conflict` for a part that leaves a gap.
 */
export async function storePart(
  { transaction }: Database,
  upload: Upload,
  position: number,
  bytes: Uint8Array,
  now: Date,
): Promise<Upload> {
  const received = position + bytes.length;
  if (received > upload.size) {
    throw new Failure(
      'invalid_request',
      `The part ends at byte ${received}, but the file has ${upload.size} bytes.`,
    );
  }
  return transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('uploads')
      .set({ received, updated_at: now.toISOString() })
      .where('id', '=', upload.id)
      .where('received', '=', position)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      await tx
        .insertInto('upload_parts')
        .values({ upload_id: upload.id, position, bytes })
        .execute();
      return { ...upload, received };
    }
    const current = await tx
      .selectFrom('uploads')
      .select('received')
      .where('id', '=', upload.id)
      .executeTakeFirst();
    if (current && current.received >= received) return { ...upload, ...current };
    throw new Failure(
      'conflict',
      `The next part begins at byte ${current?.received ?? 0}, got a part at byte ${position}.`,
    );
  });
}

/** Returns the complete file. @throws Failure `conflict` if parts are missing. */
export async function readUpload(query: Queries, upload: Upload): Promise<Uint8Array> {
  const { id, size, received } = upload;
  if (received < size) {
    throw new Failure('conflict', `Only ${received} of ${size} bytes are uploaded.`);
  }
  const file = new Uint8Array(size);
  let end = 0;
  while (end < size) {
    const part = await query
      .selectFrom('upload_parts')
      .select('bytes')
      .where('upload_id', '=', id)
      .where('position', '=', end)
      .executeTakeFirst();
    if (!part) throw new Failure('not_found', 'The upload was canceled. Upload the file again.');
    file.set(part.bytes, end);
    end += part.bytes.length;
  }
  return file;
}

/** Deletes an upload and its parts. */
export async function deleteUpload(query: Queries, uploadId: string): Promise<void> {
  await query.deleteFrom('uploads').where('id', '=', uploadId).execute();
}
