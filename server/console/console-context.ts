import type { AppContext } from '../app-context.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { AuditLog } from './audit-log.ts';

/** Dependencies of the console's routes. */
export interface ConsoleContext extends Pick<
  AppContext,
  'db' | 'now' | 'newId' | 'random' | 'publicUrl' | 'cursors'
> {
  audit: AuditLog;
  attempts: AttemptLimit;
}

/** Returns a random text for a cookie or a link: 256 bits in Base64url. */
export function newToken({ random }: Pick<ConsoleContext, 'random'>): string {
  return Buffer.from(random(32)).toString('base64url');
}
