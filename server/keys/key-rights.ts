import { type DetailReason, Failure } from '../failure.ts';
import { allPermissions, publishablePermissions } from './contract.ts';
import type { NewKeyOptions } from './issue-key.ts';
import type { KeyStore } from './store.ts';
import type { StoredKey } from './stored-key.ts';

/** @throws Failure `book_not_found` if a book does not belong to the account. */
export async function requireOwnBooks(
  store: KeyStore,
  accountId: string,
  account: string,
  bookIds: string[],
): Promise<void> {
  const own = new Set(await store.findOwnBooks(accountId, bookIds));
  const foreign = bookIds.filter((id) => !own.has(id));
  if (foreign.length === 0) return;
  throw new Failure(
    'book_not_found',
    `Account ${account} has no book ${foreign.join(', ')}. List its books with: svc books list`,
  );
}

/** Completes and checks a key's permissions and origins. @throws Failure `invalid_request`. */
export function validateRights(
  order: Pick<NewKeyOptions, 'kind' | 'permissions' | 'allowedOrigins'>,
): Pick<StoredKey, 'permissions' | 'allowedOrigins'> {
  const origins = order.allowedOrigins ?? [];
  if (order.kind === 'secret') {
    if (origins.length > 0) {
      throw invalid(
        'allowedOrigins',
        'A key of the kind `secret` cannot have allowed origins. Create a publishable key.',
      );
    }
    return { permissions: order.permissions ?? allPermissions, allowedOrigins: [] };
  }
  if (origins.length === 0) {
    throw invalid(
      'allowedOrigins',
      'A publishable key requires at least one allowed origin.',
      'required',
    );
  }
  const permissions = order.permissions ?? publishablePermissions;
  const excess = permissions.filter((one) => !publishablePermissions.includes(one));
  if (excess.length > 0) {
    throw invalid(
      'permissions',
      `A publishable key cannot have ${excess.join(', ')}. It can have ${publishablePermissions.join(' and ')}.`,
    );
  }
  return { permissions, allowedOrigins: [...new Set(origins.map(validateOrigin))] };
}

function validateOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw invalid(
      'allowedOrigins',
      `${text} is not an origin. Use only a scheme, a host and an optional port, such as https://example.com.`,
      'origin',
    );
  }
  return url.origin;
}

/** @throws Failure `invalid_request` if a secret key is given books. */
export function rejectBooksOfSecretKey(kind: StoredKey['kind'], books: unknown): void {
  if (kind !== 'secret' || books === undefined) return;
  throw invalid(
    'privateBooks',
    'A secret key sees all books of its account. Select books for publishable keys only.',
  );
}

/** @throws Failure `invalid_request` if the time has passed. */
export function requireFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  throw invalid('expiresAt', 'The expiry date of a key must be in the future.', 'in_past');
}

/** @param member - Member of the request body of the API. */
function invalid(member: string, detail: string, reason?: DetailReason): Failure {
  return new Failure('invalid_request', `${member}: ${detail}`, {
    errors: [{ pointer: `/${member}`, detail, ...(reason && { reason }) }],
  });
}
