import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Secrets } from '../values/secrets.ts';

/** Encodes the position at which a list page ends as an opaque cursor, and decodes it. */
export interface CursorCodec {
  /**
   * @param position - Sort key of the last row. `read` returns it after a JSON round trip.
   * @param scope - The list and its filters. A cursor is valid only within its own scope.
   */
  write(position: unknown, scope: string): string;
  /**
   * @param parameter - Name of the query parameter, for the error. Defaults to `cursor`.
   * @throws Failure `invalid_cursor` if `write` did not return the text for this scope.
   */
  read(cursor: string, scope: string, parameter?: string): unknown;
}

const macBytes = 12;

/** Creates signed cursors that are valid only for the list they were issued for. */
export function cursorCodec(secrets: Secrets): CursorCodec {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('list cursor').digest();
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  const macOf = (key: Buffer, json: string, scope: string) =>
    createHmac('sha256', key).update(`${scope}\n${json}`).digest().subarray(0, macBytes);

  return {
    write(position, scope) {
      const json = JSON.stringify(position);
      return Buffer.concat([macOf(current, json, scope), Buffer.from(json)]).toString('base64url');
    },

    read(cursor, scope, parameter) {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, macBytes);
      const json = bytes.subarray(macBytes).toString();
      const isOurs =
        bytes.toString('base64url') === cursor &&
        mac.length === macBytes &&
        keys.some((key) => timingSafeEqual(mac, macOf(key, json, scope)));
      if (!isOurs) throw invalidCursor(parameter);
      return JSON.parse(json);
    },
  };
}

/** Position in lists that are sorted by id. */
export const IdPosition = z.object({ id: z.string() });

/**
 * Returns the position after which a page starts, or null without a cursor.
 *
 * @param parameter - Name of the query parameter, for errors. Defaults to `cursor`.
 * @throws Failure `invalid_cursor`, also if the position has the format of an earlier release.
 */
export function readPosition<Position>(
  shape: z.ZodType<Position>,
  cursors: CursorCodec,
  cursor: string | undefined,
  scope: string,
  parameter?: string,
): Position | null {
  if (cursor === undefined) return null;
  const { data, success } = shape.safeParse(cursors.read(cursor, scope, parameter));
  if (!success) throw invalidCursor(parameter);
  return data;
}

function invalidCursor(parameter = 'cursor'): Failure {
  return new Failure(
    'invalid_cursor',
    `The cursor${parameter === 'cursor' ? '' : ` in "${parameter}"`} was not issued for this list and these filters. ` +
      'Omit it to start from the first page.',
    { errors: [{ parameter, detail: 'Belongs to a different list.' }] },
  );
}

interface ListPage<Row> {
  /**
   * The rows in order. Contains one row past `limit` if there are more, unless `hasMore` is given.
   */
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
  limit: number;
  hasMore?: boolean;
  /** Scope of the cursors; see `CursorCodec`. */
  scope: string;
  /** Returns the sort key after which the next page starts. */
  positionOf: (last: Row) => unknown;
}

/** Returns the rows of one page, with the next page's cursor in `meta`. */
export function cutPage<Row>(cursors: CursorCodec, page: ListPage<Row>) {
  const { rows, total, limit, hasMore = rows.length > limit, scope, positionOf } = page;
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor = hasMore && last !== undefined ? cursors.write(positionOf(last), scope) : null;
  return { data, meta: { total, limit, nextCursor } };
}

/**
 * Does the same as `cutPage` and sets the `Link` header for the next page.
 *
 * @param list - The route's options: the codec and the public origin of this server.
 */
export function sendPage<Row>(
  list: { cursors: CursorCodec; publicUrl: string },
  request: { url: string },
  reply: { header(name: string, value: string): unknown },
  page: ListPage<Row>,
) {
  const cut = cutPage(list.cursors, page);
  const { nextCursor } = cut.meta;
  if (nextCursor !== null) {
    reply.header('Link', nextPageLink(list.publicUrl, request.url, nextCursor));
  }
  return cut;
}

/**
 * Returns the `Link` header for the next page (RFC 8288), which repeats the request with a
 * different cursor.
 *
 * @param publicUrl - Origin at which clients reach this server, without a trailing slash.
 * @param requestUrl - Path and query of the request.
 */
export function nextPageLink(publicUrl: string, requestUrl: string, nextCursor: string): string {
  const url = new URL(requestUrl, publicUrl);
  url.searchParams.set('cursor', nextCursor);
  return `<${publicUrl}${url.pathname}${url.search}>; rel="next"`;
}
