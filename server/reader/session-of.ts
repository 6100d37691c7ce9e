import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Session, Sessions } from './session.ts';

/** Where a book lies below `/content/`. */
export const ContentId = z
  .string()
  .regex(/^(ver|bk)_[0-9A-Za-z]{16,40}$/)
  .describe('The version of the book that the session reads; the book itself where it has none.');

/**
 * The session whose token a request carries, for what lies below `/content/{contentId}`.
 *
 * @throws Failure `session_invalid`, `session_expired`, `origin_not_allowed`.
 */
export function sessionOf(sessions: Sessions, request: FastifyRequest, contentId: string): Session {
  return checkFor(sessions.check(bearerOf(request)), request, contentId);
}

/** The same for a token that may have expired, within a day of its embed. */
export function refreshableSessionOf(
  sessions: Sessions,
  request: FastifyRequest,
  contentId: string,
): Session {
  return checkFor(sessions.checkForRefresh(bearerOf(request)), request, contentId);
}

function bearerOf({ headers }: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) {
    throw new Failure('session_invalid', 'Send the session’s token: Authorization: Bearer TOKEN.');
  }
  return token;
}

function checkFor(session: Session, { headers }: FastifyRequest, contentId: string): Session {
  if (session.contentId !== contentId) {
    throw new Failure('session_invalid', 'This token was issued for another book.');
  }
  if (session.origin && headers.origin && headers.origin !== session.origin) {
    throw new Failure('origin_not_allowed', `This token was issued for ${session.origin}.`);
  }
  return session;
}
