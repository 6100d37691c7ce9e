import { Failure } from '../failure.ts';

/** What a key may do, and from where. */
export interface Rights {
  kind: 'secret' | 'publishable';
  permissions: readonly string[];
  allowedOrigins: readonly string[];
}

/**
 * Lets a key do what the route names, from where the request comes.
 * Fails: `secret_key_in_browser`, `origin_not_allowed`, `permission_denied`.
 *
 * @param permission - Undefined for a route that every key may use.
 * @param origin - The request's `Origin`; only browsers send one.
 */
export function authorize(
  { kind, permissions, allowedOrigins }: Rights,
  permission: string | undefined,
  origin: string | undefined,
): void {
  if (origin !== undefined && kind === 'secret') {
    throw new Failure(
      'secret_key_in_browser',
      'A secret key must never reach a browser: revoke it, and use a publishable key there, ' +
        'or call from your own server.',
    );
  }
  if (origin !== undefined && !allowedOrigins.includes(origin)) {
    throw new Failure('origin_not_allowed', `This key may not be used from ${origin}.`);
  }
  if (permission !== undefined && !grants(permissions, permission)) {
    throw new Failure('permission_denied', `This key lacks the permission ${permission}.`);
  }
}

/** `write` implies `read`. */
function grants(permissions: readonly string[], wanted: string): boolean {
  const [action, resource] = wanted.split(':');
  return (
    permissions.includes(wanted) || (action === 'read' && permissions.includes(`write:${resource}`))
  );
}
