import type { FastifyRequest } from 'fastify';
import type { AnalyticsReports } from '../analytics/reports.ts';
import type { AppContext } from '../app-context.ts';
import type { ChapterServices } from '../chapters/plugin.ts';
import type { SharedDeployments } from '../deployments/plugin.ts';
import type { SecretBox } from '../values/secret-box.ts';
import type { Embed } from '../reading-sessions/contract.ts';
import type { WebhookPortal } from '../webhooks/portal.ts';
import type { PageServices } from '../embed-page/services.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import type { AuditLog } from './audit-log.ts';
import type { ReadCertificate } from './domain-certificate.ts';
import type { FindConversions } from '../sales/attribution.ts';
import type { Mail, Mailer } from './mail/mailer.ts';

/** A book to show in a preview. */
export interface PreviewOrder {
  accountId: string;
  bookId: string;
  /** Whether the whole book is readable, or only the part that everyone can read. */
  access: 'full' | 'public';
  /** Id of a deployment of the account. */
  deployment?: string | undefined;
  /** Origin of the console. */
  origin: string;
}

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
  | 'wakeDeliveries'
> {
  audit: AuditLog;
  attempts: AttemptLimit;
  /** Null if the server sends no email. */
  mailer: Mailer | null;
  analytics: AnalyticsReports;
  findConversions: FindConversions;
  deployments: SharedDeployments;
  /** Reads the certificate of a verified domain. */
  readCertificate: ReadCertificate;
  portal: WebhookPortal;
  /** Whether the search index has loaded the books. */
  isSearchReady: () => boolean;
  /** Version of the server. */
  version: string;
  /** Encrypts the secrets of authenticator apps and of single sign-on. */
  signInSecrets: SecretBox;
  /**
   * Opens a book for a member of the account. The visit is not recorded. Errors: `book_not_found`,
   * `deployment_not_found`.
   */
  openPreview: (order: PreviewOrder) => Promise<Embed>;
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
    log.error({ event: 'console.mail_failed', err: error }, 'an email of the console was not sent');
    return false;
  }
}
