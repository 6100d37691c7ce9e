import type { Role } from './contract.ts';

/**
 * Users who can use a route. `anyone`: everyone, even without a session. `session`: every signed-in
 * user. `user`: every signed-in user except users of single sign-on, whose provider must not change
 * their other sign-in methods. `operator`: operators only. `portal`: only customers with a portal
 * link. A list: members of the account in the path with one of these roles, and operators.
 */
export type RouteAccess =
  | 'anyone'
  | 'session'
  | 'user'
  | 'operator'
  | 'portal'
  | readonly Exclude<Role, 'operator'>[];

const everyone = ['owner', 'developer', 'editor', 'analyst', 'partner'] as const;
const team = ['owner', 'developer', 'editor', 'analyst'] as const;
const developers = ['owner', 'developer'] as const;
const editors = ['owner', 'editor'] as const;
const designers = ['owner', 'developer', 'editor'] as const;
const owners = ['owner'] as const;
const readers = ['owner', 'editor', 'analyst'] as const;
const sellers = ['owner', 'analyst'] as const;
const partners = ['partner'] as const;

/**
 * Access to every route of the console. The server does not start if a route below `/console/api`
 * is missing here. `test/server/console/route-access.test.ts` sends a request for each route and
 * role.
 */
export const routeAccess: Readonly<Record<string, RouteAccess>> = {
  'GET /console/api/session': 'anyone',
  'POST /console/api/sign-in': 'anyone',
  'POST /console/api/links/look-up': 'anyone',
  'POST /console/api/links/accept': 'anyone',
  'POST /console/api/recover': 'anyone',
  'POST /console/api/user-links/look-up': 'anyone',
  'POST /console/api/user-links/use': 'anyone',
  'POST /console/api/sign-in/code': 'anyone',
  'POST /console/api/sign-in/passkey/options': 'anyone',
  'POST /console/api/sign-in/passkey': 'anyone',
  'POST /console/api/single-sign-on/start': 'anyone',
  'GET /console/api/single-sign-on/callback': 'anyone',

  'DELETE /console/api/session': 'session',
  'POST /console/api/confirm': 'user',
  'GET /console/api/factors': 'user',
  'POST /console/api/totp': 'user',
  'POST /console/api/totp/confirm': 'user',
  'POST /console/api/totp/remove': 'user',
  'POST /console/api/recovery-codes': 'user',
  'POST /console/api/passkeys/options': 'user',
  'POST /console/api/passkeys': 'user',
  'PATCH /console/api/passkeys/:passkeyId': 'user',
  'DELETE /console/api/passkeys/:passkeyId': 'user',
  'GET /console/api/sessions': 'user',
  'DELETE /console/api/sessions': 'user',
  'DELETE /console/api/sessions/:sessionId': 'user',
  'POST /console/api/password': 'user',
  'POST /console/api/email': 'user',

  'GET /console/api/accounts/:accountId/home': everyone,
  'GET /console/api/accounts/:accountId/content': owners,
  'POST /console/api/accounts/:accountId/delete': owners,
  'GET /console/api/accounts/:accountId/keys': developers,
  'POST /console/api/accounts/:accountId/keys': developers,
  'POST /console/api/accounts/:accountId/keys/:keyId/rotate': developers,
  'POST /console/api/accounts/:accountId/keys/:keyId/revoke': developers,
  'GET /console/api/accounts/:accountId/members': team,
  'PATCH /console/api/accounts/:accountId/members/:userId': owners,
  'DELETE /console/api/accounts/:accountId/members/:userId': owners,
  'DELETE /console/api/accounts/:accountId/members/:userId/sessions': owners,
  'POST /console/api/accounts/:accountId/members/:userId/recovery': owners,
  'DELETE /console/api/accounts/:accountId/members/:userId/factors': owners,
  'GET /console/api/accounts/:accountId/sign-in-rules': owners,
  'PATCH /console/api/accounts/:accountId/sign-in-rules': owners,
  'PUT /console/api/accounts/:accountId/single-sign-on': owners,
  'DELETE /console/api/accounts/:accountId/single-sign-on': owners,
  'POST /console/api/accounts/:accountId/single-sign-on/verify': owners,
  'GET /console/api/accounts/:accountId/invitations': owners,
  'POST /console/api/accounts/:accountId/invitations': owners,
  'DELETE /console/api/accounts/:accountId/invitations/:invitationId': owners,
  'GET /console/api/accounts/:accountId/audit-log': owners,
  'GET /console/api/accounts/:accountId/audit-log.csv': owners,

  'GET /console/api/accounts/:accountId/books': team,
  'GET /console/api/accounts/:accountId/books/:bookId': team,
  'PATCH /console/api/accounts/:accountId/books/:bookId': editors,
  'DELETE /console/api/accounts/:accountId/books/:bookId': editors,
  'PUT /console/api/accounts/:accountId/books/:bookId/cover': editors,
  'DELETE /console/api/accounts/:accountId/books/:bookId/cover': editors,
  'POST /console/api/accounts/:accountId/books/:bookId/edition': editors,
  'POST /console/api/accounts/:accountId/uploads': editors,
  'GET /console/api/accounts/:accountId/uploads/:uploadId': editors,
  'PUT /console/api/accounts/:accountId/uploads/:uploadId/parts/:position': editors,
  'DELETE /console/api/accounts/:accountId/uploads/:uploadId': editors,
  'POST /console/api/accounts/:accountId/uploads/:uploadId/import': editors,
  'GET /console/api/accounts/:accountId/embed-choices': team,
  'GET /console/api/accounts/:accountId/books/:bookId/preview': team,
  'GET /console/api/accounts/:accountId/onix.xml': team,
  'GET /console/api/accounts/:accountId/prices.csv': team,
  'POST /console/api/accounts/:accountId/prices/check': editors,
  'POST /console/api/accounts/:accountId/prices': editors,
  'POST /console/api/accounts/:accountId/books': editors,
  'GET /console/api/accounts/:accountId/books/:bookId/chapters': team,
  'POST /console/api/accounts/:accountId/books/:bookId/chapters': editors,
  'GET /console/api/accounts/:accountId/chapters/:chapterId': team,
  'PATCH /console/api/accounts/:accountId/chapters/:chapterId': editors,
  'DELETE /console/api/accounts/:accountId/chapters/:chapterId': editors,
  'POST /console/api/accounts/:accountId/chapters/:chapterId/publish': editors,
  'POST /console/api/accounts/:accountId/chapters/:chapterId/unpublish': editors,
  'POST /console/api/accounts/:accountId/chapters/:chapterId/move': editors,

  'GET /console/api/accounts/:accountId/analytics': readers,
  'GET /console/api/accounts/:accountId/analytics.csv': readers,
  'GET /console/api/accounts/:accountId/deployments': designers,
  'POST /console/api/accounts/:accountId/deployments': designers,
  'POST /console/api/accounts/:accountId/deployments/check': designers,
  'GET /console/api/accounts/:accountId/deployments/preview': designers,
  'GET /console/api/accounts/:accountId/deployments/:deploymentId': designers,
  'PATCH /console/api/accounts/:accountId/deployments/:deploymentId': designers,
  'DELETE /console/api/accounts/:accountId/deployments/:deploymentId': designers,
  'POST /console/api/accounts/:accountId/deployments/:deploymentId/domains': designers,
  'DELETE /console/api/accounts/:accountId/deployments/:deploymentId/domains/:host': designers,
  'POST /console/api/accounts/:accountId/deployments/:deploymentId/domains/:host/verify': designers,
  'GET /console/api/accounts/:accountId/deployments/:deploymentId/domains/:host/certificate':
    designers,
  'GET /console/api/accounts/:accountId/sales': sellers,
  'GET /console/api/accounts/:accountId/sales/totals': sellers,
  'GET /console/api/accounts/:accountId/sales.csv': sellers,
  'GET /console/api/accounts/:accountId/affiliates': sellers,
  'POST /console/api/accounts/:accountId/affiliates': owners,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId': sellers,
  'PATCH /console/api/accounts/:accountId/affiliates/:affiliateId': owners,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId/report': sellers,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId/report.csv': sellers,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId/balance': sellers,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId/conversions': sellers,
  'GET /console/api/accounts/:accountId/affiliates/:affiliateId/payouts': sellers,
  'POST /console/api/accounts/:accountId/affiliates/:affiliateId/payouts': owners,
  'POST /console/api/accounts/:accountId/affiliates/:affiliateId/invitations': owners,
  'GET /console/api/accounts/:accountId/partner': partners,
  'GET /console/api/accounts/:accountId/partner/books': partners,
  'GET /console/api/accounts/:accountId/partner/report': partners,
  'GET /console/api/accounts/:accountId/partner/report.csv': partners,
  'GET /console/api/accounts/:accountId/partner/balance': partners,
  'GET /console/api/accounts/:accountId/partner/conversions': partners,
  'GET /console/api/accounts/:accountId/partner/payouts': partners,

  'GET /console/api/accounts/:accountId/webhooks': developers,
  'GET /console/api/accounts/:accountId/webhooks/event-types': developers,
  'POST /console/api/accounts/:accountId/webhooks': developers,
  'GET /console/api/accounts/:accountId/webhooks/:webhookId': developers,
  'PATCH /console/api/accounts/:accountId/webhooks/:webhookId': developers,
  'DELETE /console/api/accounts/:accountId/webhooks/:webhookId': developers,
  'POST /console/api/accounts/:accountId/webhooks/:webhookId/rotate-secret': developers,
  'POST /console/api/accounts/:accountId/webhooks/:webhookId/test': developers,
  'POST /console/api/accounts/:accountId/webhooks/:webhookId/recover': developers,
  'GET /console/api/accounts/:accountId/webhooks/:webhookId/deliveries': developers,
  'GET /console/api/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId': developers,
  'POST /console/api/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId/retry':
    developers,

  'GET /console/api/accounts/:accountId/request-log': developers,
  'GET /console/api/accounts/:accountId/usage': developers,

  'POST /console/api/webhook-portal/open': 'anyone',
  'GET /console/api/webhook-portal/session': 'portal',
  'GET /console/api/webhook-portal/webhooks': 'portal',
  'GET /console/api/webhook-portal/webhooks/event-types': 'portal',
  'POST /console/api/webhook-portal/webhooks': 'portal',
  'GET /console/api/webhook-portal/webhooks/:webhookId': 'portal',
  'PATCH /console/api/webhook-portal/webhooks/:webhookId': 'portal',
  'DELETE /console/api/webhook-portal/webhooks/:webhookId': 'portal',
  'POST /console/api/webhook-portal/webhooks/:webhookId/rotate-secret': 'portal',
  'POST /console/api/webhook-portal/webhooks/:webhookId/test': 'portal',
  'POST /console/api/webhook-portal/webhooks/:webhookId/recover': 'portal',
  'GET /console/api/webhook-portal/webhooks/:webhookId/deliveries': 'portal',
  'GET /console/api/webhook-portal/webhooks/:webhookId/deliveries/:deliveryId': 'portal',
  'POST /console/api/webhook-portal/webhooks/:webhookId/deliveries/:deliveryId/retry': 'portal',

  'GET /console/api/operator/accounts': 'operator',
  'POST /console/api/operator/accounts': 'operator',
  'PATCH /console/api/operator/accounts/:accountId': 'operator',
  'GET /console/api/operator/system': 'operator',
  'GET /console/api/operator/operators': 'operator',
  'DELETE /console/api/operator/operators/:userId': 'operator',
  'POST /console/api/operator/invitations': 'operator',
  'DELETE /console/api/operator/invitations/:invitationId': 'operator',
};

/**
 * Changes to sign-in methods and access rights. The user must have recently entered the password or
 * used another factor (ASVS 7.5). Changing the password or email address always requires the
 * password.
 */
export const confirmedRoutes: ReadonlySet<string> = new Set([
  'POST /console/api/totp',
  'POST /console/api/recovery-codes',
  'POST /console/api/passkeys/options',
  'DELETE /console/api/passkeys/:passkeyId',
  'POST /console/api/accounts/:accountId/delete',
  'PATCH /console/api/accounts/:accountId/members/:userId',
  'POST /console/api/accounts/:accountId/members/:userId/recovery',
  'DELETE /console/api/accounts/:accountId/members/:userId/factors',
  'POST /console/api/accounts/:accountId/invitations',
  'PATCH /console/api/accounts/:accountId/sign-in-rules',
  'PUT /console/api/accounts/:accountId/single-sign-on',
  'DELETE /console/api/accounts/:accountId/single-sign-on',
  'POST /console/api/accounts/:accountId/keys',
  'POST /console/api/accounts/:accountId/affiliates/:affiliateId/invitations',
  'POST /console/api/accounts/:accountId/affiliates/:affiliateId/payouts',
  'DELETE /console/api/operator/operators/:userId',
  'POST /console/api/operator/invitations',
]);

/**
 * Write routes without a change to record in the audit log, or whose change is recorded after the
 * response.
 */
export const unauditedWrites: ReadonlySet<string> = new Set([
  'POST /console/api/links/look-up',
  'POST /console/api/user-links/look-up',
  'POST /console/api/recover',
  'POST /console/api/sign-in/passkey/options',
  'POST /console/api/passkeys/options',
  'POST /console/api/single-sign-on/start',
  // Recorded as the import or the new edition.
  'POST /console/api/accounts/:accountId/uploads',
  'PUT /console/api/accounts/:accountId/uploads/:uploadId/parts/:position',
  'DELETE /console/api/accounts/:accountId/uploads/:uploadId',
  // Changes nothing.
  'POST /console/api/accounts/:accountId/prices/check',
  'POST /console/api/accounts/:accountId/deployments/check',
  // Recorded as the changes made in the session.
  'POST /console/api/webhook-portal/open',
]);
