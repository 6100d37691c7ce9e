import type { FastifyRequest } from 'fastify';
import type { AnalyticsReports } from '../analytics/reports.ts';
import type { AppContext } from '../app-context.ts';
import type { SecretBox } from '../values/secret-box.ts';
import type { SharedDeployments } from '../deployments/plugin.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { AuditLog } from './audit-log.ts';
import type { FindConversions } from '../sales/attribution.ts';
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
  /** Encrypts the secrets of authenticator apps and of single sign-on. */
  signInSecrets: SecretBox;
  analytics: AnalyticsReports;
  findConversions: FindConversions;
  deployments: SharedDeployments;
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
