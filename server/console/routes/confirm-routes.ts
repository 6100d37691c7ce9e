import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import type { ConsoleContext } from '../console-context.ts';
import { Password } from '../contract.ts';
import { Code, Token } from '../sign-in-contract.ts';
import { AuthenticationResponse } from '../sign-in/passkeys.ts';
import { consumeCode, matchCode } from '../sign-in/second-factor.ts';
import { verifyPasskey } from '../sign-in/verify-passkey.ts';
import { confirmSession } from '../store/sessions.ts';
import { requireUser } from '../visitor.ts';
import { requireCurrentPassword } from './recovery-routes.ts';

const Confirmation = z.union([
  z.strictObject({ current: Password }),
  z.strictObject({ code: Code }),
  z.strictObject({ token: Token, response: AuthenticationResponse }),
]);

/** Routes for confirmation before sensitive changes. `confirmedRoutes` lists these changes. */
export const confirmRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { now, audit, attempts } = context;

  /**
   * POST /console/api/confirm with `{ current }`, `{ code }`, or the token and response of `POST
   * /console/api/sign-in/passkey/options`. Allows sensitive changes for 15 minutes. Errors:
   * `invalid_request`, `code_incorrect`, `sign_in_failed`, `sign_in_expired`, `too_many_requests`.
   */
  app.post('/console/api/confirm', { schema: { body: Confirmation } }, async (request) => {
    const { userId, email, sessionId } = requireUser(request);
    const { body } = request;
    const change = { accountId: null, action: 'session.confirm', target: email };
    if ('current' in body) {
      await requireCurrentPassword(context, request, body.current);
      await audit.change(request, async ({ query }) => {
        await confirmSession(query, sessionId, null, now());
        return { result: null, change };
      });
    } else if ('code' in body) {
      const matched = await matchCode(context, userId, body.code, request.ip);
      await audit.change(request, async ({ query }) => {
        await consumeCode(query, userId, matched, now());
        await confirmSession(query, sessionId, 'totp', now());
        return { result: null, change };
      });
    } else {
      const passkey = await verifyPasskey(context, body.token, body.response);
      if (passkey.userId !== userId) {
        throw new Failure('sign_in_failed', 'This passkey belongs to another user.');
      }
      await audit.change(request, async ({ query }) => {
        await passkey.consume(query);
        await confirmSession(query, sessionId, 'passkey', now());
        return { result: null, change };
      });
      await attempts.succeed(null, request.ip);
    }
    return { data: {} };
  });
};
