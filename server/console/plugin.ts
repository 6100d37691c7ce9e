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
import { auditRoutes } from './routes/audit-routes.ts';
import { type MailSettings, smtpMailer } from './mail/mailer.ts';
import { catalogRoutes } from './routes/catalog-routes.ts';
import { chapterRoutes } from './routes/chapter-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { recoveryRoutes } from './routes/recovery-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { teamRoutes } from './routes/team-routes.ts';

export interface ConsoleOptions extends Pick<ConsoleContext, 'pages' | 'chapters'> {
  /** Absolute path of the built pages. */
  folder: string;
  /** Null if no email is sent. */
  mail: MailSettings | null;
}

/** Registers the console's API and pages. */
export async function registerConsole(
  app: FastifyInstance,
  context: AppContext,
  options: ConsoleOptions,
): Promise<void> {
  guardConsole(app, context);
  const routeContext: ConsoleContext = {
    ...context,
    audit: auditLog(context),
    attempts: attemptLimit(context.db, context.now),
    mailer: options.mail ? smtpMailer(options.mail) : null,
    pages: options.pages,
    chapters: options.chapters,
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
    previewRoutes,
    chapterRoutes,
    catalogRoutes,
  ];
  for (const plugin of routes) await app.register(plugin, routeContext);
  await app.register(pageRoutes, { folder: options.folder });
}
