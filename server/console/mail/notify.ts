import type { FastifyRequest } from 'fastify';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import { languageFor } from './language.ts';
import { securityMail, type SecurityEvent } from './mail-texts.ts';

/** Notifies a user by email of a sign-in change (ASVS 6.3.7). Call after the commit. */
export async function notify(
  context: Pick<ConsoleContext, 'db' | 'mailer' | 'publicUrl'>,
  request: FastifyRequest,
  email: string,
  event: SecurityEvent,
  detail = '',
): Promise<void> {
  if (!context.mailer) return;
  const language = await languageFor(context.db, email, request);
  await sendOrLog(
    context,
    request,
    email,
    securityMail(language, event, detail, context.publicUrl),
  );
}
