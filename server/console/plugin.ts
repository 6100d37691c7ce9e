import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { webhookPortal } from '../webhooks/portal.ts';
import { attemptLimit } from './attempt-limit.ts';
import { auditLog } from './audit-log.ts';
import type { ConsoleContext } from './console-context.ts';
import { guardConsole } from './guard.ts';
import { pageRoutes } from './page-routes.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { bookRoutes } from './routes/book-routes.ts';
import { deploymentRoutes } from './routes/deployment-routes.ts';
import { embedRoutes } from './routes/embed-routes.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { type MailSettings, smtpMailer } from './mail/mailer.ts';
import { recoveryRoutes } from './routes/recovery-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { portalRoutes } from './routes/portal-routes.ts';
import { portalWebhookRoutes, webhookRoutes } from './routes/webhook-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { teamRoutes } from './routes/team-routes.ts';

/** What the console needs besides the context. */
export interface ConsoleOptions extends Pick<ConsoleContext, 'deployments' | 'openPreview'> {
  /** Absolute path of the built pages. */
  folder: string;
  /** Without it, no email is sent. */
  mail: MailSettings | null;
}

/** `/console/` and `/console/api` */
export async function registerConsole(
  app: FastifyInstance,
  context: AppContext,
  options: ConsoleOptions,
): Promise<void> {
  const portal = webhookPortal(context);
  guardConsole(app, { ...context, portal });
  const routeContext: ConsoleContext = {
    ...context,
    audit: auditLog(context),
    attempts: attemptLimit(context.db, context.now),
    mailer: options.mail ? smtpMailer(options.mail) : null,
    portal,
    deployments: options.deployments,
    openPreview: options.openPreview,
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
    deploymentRoutes,
    webhookRoutes,
    portalRoutes,
    portalWebhookRoutes,
  ];
  for (const plugin of routes) await app.register(plugin, routeContext);
  await app.register(pageRoutes, { folder: options.folder });
}
