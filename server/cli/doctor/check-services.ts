import { type Config, UsageError } from '../../config.ts';
import { smtpMailer } from '../../console/mail/mailer.ts';
import { type Check, failed, ok, skipped } from './check.ts';
import type { Database } from '../../db/open.ts';
import { checkStorage } from '../../startup-checks.ts';

/** Connects to the SMTP server and signs in, without sending. */
export async function checkMail({ mail }: Config): Promise<Check> {
  if (mail === null) {
    return skipped('mail', 'Without SVC_SMTP_URL, the console sends no email. People copy links.');
  }
  const { host } = new URL(mail.url);
  try {
    await smtpMailer(mail).verify();
    return ok('mail', `The SMTP server ${host} accepts the connection.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(
      'mail',
      `The SMTP server ${host} did not accept the connection: ${reason}`,
      'Correct SVC_SMTP_URL, such as smtps://user:password@smtp.example.com.',
    );
  }
}

/** Writes to and reads from the object storage, or checks that none is needed. */
export async function checkObjectStorage(db: Database): Promise<Check> {
  try {
    await checkStorage(db);
  } catch (error) {
    const message = error instanceof UsageError ? error.message : String(error);
    const [found = message, ...remedy] = message.split(/(?<=[.]) /);
    return failed('storage', found, remedy.join(' ') || 'Run svc migrate, and try again.');
  }
  return db.objects
    ? ok('storage', `Objects can be written to and read from ${db.objects.url}.`)
    : skipped('storage', 'The content of books is in the database.');
}
