import type { Role } from './contract.ts';

/**
 * Who can use a route. `anyone`: also without a session. `user`: every signed-in user. `operator`:
 * operators only. A list: members of the account in the path with one of these roles, and operators.
 */
export type RouteAccess = 'anyone' | 'user' | 'operator' | readonly Exclude<Role, 'operator'>[];

const everyone = ['owner', 'developer', 'editor', 'analyst', 'partner'] as const;
const team = ['owner', 'developer', 'editor', 'analyst'] as const;
const developers = ['owner', 'developer'] as const;
const editors = ['owner', 'editor'] as const;
const owners = ['owner'] as const;

/**
 * Access to every route of the console. The server does not start if a route below `/console/api` is
 * missing here. `test/server/console/route-access.test.ts` sends a request for each route and role.
 */
export const routeAccess: Readonly<Record<string, RouteAccess>> = {
  'GET /console/api/session': 'anyone',
  'POST /console/api/sign-in': 'anyone',
  'POST /console/api/links/look-up': 'anyone',
  'POST /console/api/links/accept': 'anyone',
  'POST /console/api/recover': 'anyone',
  'POST /console/api/user-links/look-up': 'anyone',
  'POST /console/api/user-links/use': 'anyone',

  'DELETE /console/api/session': 'user',
  'GET /console/api/sessions': 'user',
  'DELETE /console/api/sessions': 'user',
  'DELETE /console/api/sessions/:sessionId': 'user',
  'POST /console/api/password': 'user',
  'POST /console/api/email': 'user',

  'GET /console/api/accounts/:accountId/checklist': everyone,
  'GET /console/api/accounts/:accountId/keys': developers,
  'POST /console/api/accounts/:accountId/keys': developers,
  'POST /console/api/accounts/:accountId/keys/:keyId/rotate': developers,
  'POST /console/api/accounts/:accountId/keys/:keyId/revoke': developers,
  'GET /console/api/accounts/:accountId/members': team,
  'PATCH /console/api/accounts/:accountId/members/:userId': owners,
  'DELETE /console/api/accounts/:accountId/members/:userId': owners,
  'DELETE /console/api/accounts/:accountId/members/:userId/sessions': owners,
  'POST /console/api/accounts/:accountId/members/:userId/recovery': owners,
  'GET /console/api/accounts/:accountId/invitations': owners,
  'POST /console/api/accounts/:accountId/invitations': owners,
  'DELETE /console/api/accounts/:accountId/invitations/:invitationId': owners,
  'GET /console/api/accounts/:accountId/audit-log': owners,
  'GET /console/api/accounts/:accountId/audit-log.csv': owners,

  'GET /console/api/accounts/:accountId/books': team,
  'GET /console/api/accounts/:accountId/books/:bookId': team,
  'PATCH /console/api/accounts/:accountId/books/:bookId': editors,
  'DELETE /console/api/accounts/:accountId/books/:bookId': editors,
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

  'GET /console/api/operator/accounts': 'operator',
  'POST /console/api/operator/accounts': 'operator',
  'PATCH /console/api/operator/accounts/:accountId': 'operator',
};

/** Writes without a change that the audit log records, or whose change is recorded after the response. */
export const unauditedWrites: ReadonlySet<string> = new Set([
  'POST /console/api/links/look-up',
  'POST /console/api/user-links/look-up',
  'POST /console/api/recover',
  // The import or the new edition is recorded.
  'POST /console/api/accounts/:accountId/uploads',
  'PUT /console/api/accounts/:accountId/uploads/:uploadId/parts/:position',
  'DELETE /console/api/accounts/:accountId/uploads/:uploadId',
  // Changes nothing.
  'POST /console/api/accounts/:accountId/prices/check',
]);
