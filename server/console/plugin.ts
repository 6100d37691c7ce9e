import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import { webhookPortal } from '../webhooks/portal.ts';
import { txtResolver } from '../deployments/domains.ts';
import { secretBox } from '../values/secret-box.ts';
import { attemptLimit } from './attempt-limit.ts';
import { auditLog } from './audit-log.ts';
import type { ConsoleContext } from './console-context.ts';
import { certificateReader } from './domain-certificate.ts';
import { resolveHost } from '../webhooks/resolve-host.ts';
import { guardConsole } from './guard.ts';
import { pageRoutes } from './page-routes.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { bookRoutes } from './routes/book-routes.ts';
import { deploymentRoutes } from './routes/deployment-routes.ts';
import { deleteAccountRoutes } from './routes/delete-account-routes.ts';
import { embedRoutes } from './routes/embed-routes.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { affiliateRoutes } from './routes/affiliate-routes.ts';
import { analyticsRoutes } from './routes/analytics-routes.ts';
import { auditRoutes } from './routes/audit-routes.ts';
import { type MailSettings, smtpMailer } from './mail/mailer.ts';
import { catalogRoutes } from './routes/catalog-routes.ts';
import { chapterRoutes } from './routes/chapter-routes.ts';
import { confirmRoutes } from './routes/confirm-routes.ts';
import { factorRoutes } from './routes/factor-routes.ts';
import { operatorRoutes, systemRoutes } from './routes/operator-routes.ts';
import { passkeyRoutes } from './routes/passkey-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { recoveryRoutes } from './routes/recovery-routes.ts';
import { homeRoutes } from './routes/home-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { requestLogRoutes } from './routes/request-log-routes.ts';
import { portalRoutes } from './routes/portal-routes.ts';
import { portalWebhookRoutes, webhookRoutes } from './routes/webhook-routes.ts';
import { partnerRoutes } from './routes/partner-routes.ts';
import { saleRoutes } from './routes/sale-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { signInRuleRoutes } from './routes/sign-in-rule-routes.ts';
import { singleSignOnRoutes } from './routes/single-sign-on-routes.ts';
import { providerClient } from './single-sign-on/provider.ts';
import { publicFetch } from './single-sign-on/public-fetch.ts';
import { teamRoutes } from './routes/team-routes.ts';
import { serverVersion } from '../values/server-version.ts';

/** Services of the features shown in the console. */
type FeatureServices = Pick<
  ConsoleContext,
  | 'analytics'
  | 'findConversions'
  | 'deployments'
  | 'openPreview'
  | 'pages'
  | 'isSearchReady'
  | 'chapters'
>;

/** Additional dependencies of the console. */
export interface ConsoleOptions extends FeatureServices {
  /** Absolute path of the built pages. */
  folder: string;
  /** Without it, no email is sent. */
  mail: MailSettings | null;
  /** As in `DeploymentOptions`. */
  dnsServers: string[] | null;
}

/** `/console/` and `/console/api` */
export async function registerConsole(
  app: FastifyInstance,
  context: AppContext,
  { folder, mail, dnsServers, ...services }: ConsoleOptions,
): Promise<void> {
  const portal = webhookPortal(context);
  guardConsole(app, { ...context, portal });
  const routeContext: ConsoleContext = {
    ...context,
    ...services,
    audit: auditLog(context),
    attempts: attemptLimit(context.db, context.now),
    mailer: mail ? smtpMailer(mail) : null,
    version: serverVersion,
    signInSecrets: secretBox(context.secrets, context.random, 'sign-in secrets'),
    portal,
    readCertificate: certificateReader({
      ...context,
      resolve: resolveHost(dnsServers ?? undefined),
    }),
  };
  const redirectUri = `${context.publicUrl}/console/api/single-sign-on/callback`;
  const provider = providerClient(publicFetch(context), redirectUri);
  const lookUpTxt = txtResolver(dnsServers);
  await app.register(singleSignOnRoutes, { ...routeContext, provider });
  await app.register(signInRuleRoutes, { ...routeContext, provider, lookUpTxt });
  const routes = [
    sessionRoutes,
    linkRoutes,
    recoveryRoutes,
    accountRoutes,
    bookRoutes,
    uploadRoutes,
    deleteAccountRoutes,
    embedRoutes,
    keyRoutes,
    teamRoutes,
    auditRoutes,
    analyticsRoutes,
    deploymentRoutes,
    webhookRoutes,
    requestLogRoutes,
    portalRoutes,
    portalWebhookRoutes,
    factorRoutes,
    passkeyRoutes,
    confirmRoutes,
    operatorRoutes,
    systemRoutes,
    previewRoutes,
    chapterRoutes,
    catalogRoutes,
    saleRoutes,
    affiliateRoutes,
    partnerRoutes,
    homeRoutes,
  ];
  for (const plugin of routes) await app.register(plugin, routeContext);
  await app.register(pageRoutes, { folder });
}
