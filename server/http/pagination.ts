import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { Failure } from '../failure.ts';

/** Turns the place where a page of a list ended into an opaque text, and back. */
export interface CursorCodec {
  /**
   * @param position - The last row's sort key; comes back as JSON keeps it.
   * @param scope - What the list is of: a cursor is good for the same scope only.
   */
  write(position: unknown, scope: string): string;
  /** Fails: `invalid_cursor` for a text that `write` did not make for this scope. */
  read(cursor: string, scope: string): unknown;
}

const macBytes = 12;

/** Cursors that nobody can forge or carry to another list. */
export function cursorCodec(secret: string): CursorCodec {
  const key = createHmac('sha256', secret).update('list cursor').digest();
  const macOf = (json: string, scope: string) =>
    createHmac('sha256', key).update(`${scope}\n${json}`).digest().subarray(0, macBytes);

  return {
    write(position, scope) {
      const json = JSON.stringify(position);
      return Buffer.concat([macOf(json, scope), Buffer.from(json)]).toString('base64url');
    },

    read(cursor, scope) {
      const bytes = Buffer.from(cursor, 'base64url');
      const mac = bytes.subarray(0, macBytes);
      const json = bytes.subarray(macBytes).toString();
      const isOurs =
        bytes.toString('base64url') === cursor &&
        mac.length === macBytes &&
        timingSafeEqual(mac, macOf(json, scope));
      if (!isOurs) throw invalidCursor();
      return JSON.parse(json);
    },
  };
}

/**
 * Where a page begins. Fails: `invalid_cursor`, also for a cursor that an earlier release wrote of
 * another shape.
 */
export function readPosition<Position>(
  shape: z.ZodType<Position>,
  cursors: CursorCodec,
  cursor: string,
  scope: string,
): Position {
  const { data, success } = shape.safeParse(cursors.read(cursor, scope));
  if (!success) throw invalidCursor();
  return data;
}

function invalidCursor(): Failure {
  return new Failure(
    'invalid_cursor',
    'This cursor was not issued for this list and these filters: start again without one.',
    { errors: [{ parameter: 'cursor', detail: 'Not a cursor of this list.' }] },
  );
}

/**
 * The `Link` header that leads to the next page (RFC 8288): the same request with another cursor.
 *
 * @param publicUrl - Origin that clients reach this server at, without a trailing slash.
 * @param requestUrl - Path and query of the request.
 */
export function nextPageLink(publicUrl: string, requestUrl: string, nextCursor: string): string {
  const url = new URL(requestUrl, publicUrl);
  url.searchParams.set('cursor', nextCursor);
  return `<${publicUrl}${url.pathname}${url.search}>; rel="next"`;
}
