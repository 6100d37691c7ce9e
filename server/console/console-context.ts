import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { ChapterServices } from '../chapters/plugin.ts';
import type { PageServices } from '../embed-page/services.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { AuditLog } from './audit-log.ts';
import type { Mail, Mailer } from './mail/mailer.ts';

/** Dependencies of the console's routes. */
export interface ConsoleContext extends Pick<
  AppContext,
  | 'db'
  | 'now'
  | 'newId'
  | 'random'
  | 'publicUrl'
  | 'cursors'
  | 'events'
  | 'allowLoopback'
  | 'secrets'
> {
  audit: AuditLog;
  attempts: AttemptLimit;
  /** Null if the server sends no email. */
  mailer: Mailer | null;
  /** Renders previews of books. */
  pages: PageServices;
  /** Compiles chapters, and notifies open readers. */
  chapters: ChapterServices;
}

/** Returns a random text for a cookie or a link: 256 bits in Base64url. */
export function newToken({ random }: Pick<ConsoleContext, 'random'>): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** Sends an email after a commit. A failure is only logged. @returns Whether it was sent. */
export async function sendOrLog(
  { mailer }: Pick<ConsoleContext, 'mailer'>,
  { log }: Pick<FastifyRequest, 'log'>,
  to: string,
  mail: Omit<Mail, 'to'>,
): Promise<boolean> {
  if (!mailer) return false;
  try {
    await mailer.send({ to, ...mail });
    return true;
  } catch (error) {
    log.error({ err: error }, 'an email of the console was not sent');
    return false;
  }
}
