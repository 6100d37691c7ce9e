import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { attemptLimit } from './attempt-limit.ts';
import { auditLog } from './audit-log.ts';
import type { ConsoleContext } from './console-context.ts';
import { guardConsole } from './guard.ts';
import { pageRoutes } from './page-routes.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { bookRoutes } from './routes/book-routes.ts';
import { embedRoutes } from './routes/embed-routes.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { affiliateRoutes } from './routes/affiliate-routes.ts';
import { analyticsRoutes } from './routes/analytics-routes.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { type MailSettings, smtpMailer } from './mail/mailer.ts';
import { recoveryRoutes } from './routes/recovery-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { partnerRoutes } from './routes/partner-routes.ts';
import { saleRoutes } from './routes/sale-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { teamRoutes } from './routes/team-routes.ts';

export interface ConsoleOptions extends Pick<ConsoleContext, 'analytics' | 'findConversions'> {
  /** Absolute path of the built pages. */
  folder: string;
  /** Without it, no email is sent. */
  mail: MailSettings | null;
}

export async function registerConsole(
  app: FastifyInstance,
  context: AppContext,
  { folder, mail, ...services }: ConsoleOptions,
): Promise<void> {
  guardConsole(app, context);
  const routeContext: ConsoleContext = {
    ...context,
    ...services,
    audit: auditLog(context),
    attempts: attemptLimit(context.db, context.now),
    mailer: mail ? smtpMailer(mail) : null,
  };
  const routes = [
    sessionRoutes,
    linkRoutes,
    recoveryRoutes,
    accountRoutes,
    bookRoutes,
    uploadRoutes,
    embedRoutes,
    keyRoutes,
    teamRoutes,
    auditRoutes,
    analyticsRoutes,
    saleRoutes,
    affiliateRoutes,
    partnerRoutes,
  ];
  for (const plugin of routes) await app.register(plugin, routeContext);
  await app.register(pageRoutes, { folder });
}
