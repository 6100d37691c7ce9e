import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../db/open.ts';
import { type ConsoleContext, newToken } from './console-context.ts';
import { endSessions, insertSession, type SignInMethod } from './store/sessions.ts';
import { setSessionCookie } from './visitor.ts';

/**
 * Starts a session with a new token for the user and ends the browser's current session. A new
 * token prevents session fixation.
 *
 * @param accountId - The only account that the session opens.
 * @returns A function that sets the cookie. Call it after the commit.
 */
export async function startSession(
  context: ConsoleContext,
  query: Queries,
  request: FastifyRequest,
  userId: string,
  { method, accountId = null }: { method: SignInMethod; accountId?: string | null },
): Promise<(reply: FastifyReply) => void> {
  const { newId, now, publicUrl } = context;
  const token = newToken(context);
  const { consoleUser: previous } = request;
  if (previous) await endSessions(query, previous.userId, { only: previous.sessionId });
  await insertSession(
    query,
    {
      id: newId('cs'),
      token,
      userId,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      method,
      accountId,
    },
    now(),
  );
  return (reply) => setSessionCookie(reply, token, publicUrl.startsWith('https:'));
}
