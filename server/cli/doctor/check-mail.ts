import type { Config } from '../../config.ts';
import { smtpMailer } from '../../console/mail/mailer.ts';
import { type Check, failed, ok, skipped } from './check.ts';

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
