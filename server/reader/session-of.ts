import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Session, Sessions } from './session.ts';
import type { Standing } from './standing.ts';

/** Where a book lies below `/content/`. */
export const ContentId = z
  .string()
  .regex(/^(ver|bk)_[0-9A-Za-z]{16,40}$/)
  .describe('The version of the book that the session reads; the book itself where it has none.');

/** Lets requests below `/content/` in by the tokens that they carry. */
export interface SessionGate {
  sessions: Sessions;
  standing: Standing;
}

/** What a token can be refused for, besides what every session can. */
export const gateFails = ['access_expired', 'key_revoked', 'session_ended'] as const;

/** A token's session. @throws Failure `session_invalid`, `session_expired`, and `gateFails`. */
export async function standingSession(
  { sessions, standing }: SessionGate,
  token: string,
): Promise<Session> {
  const session = sessions.check(token);
  await standing.check(session);
  return session;
}

/**
 * The session whose token a request carries, for what lies below `/content/{contentId}`.
 *
 * @throws Failure `session_invalid`, `session_expired`, `origin_not_allowed`, and `gateFails`.
 */
export async function sessionOf(
  { sessions, standing }: SessionGate,
  request: FastifyRequest,
  contentId: string,
): Promise<Session> {
  const session = checkFor(sessions.check(bearerOf(request)), request, contentId);
  await standing.check(session);
  return session;
}

/**
 * The same for a token that may have expired, within a day of its embed. Browsers name their page whenever
 * they send something: one that was issued to a page and comes without was copied.
 */
export async function refreshableSessionOf(
  { sessions, standing }: SessionGate,
  request: FastifyRequest,
  contentId: string,
): Promise<Session> {
  const session = checkFor(sessions.checkForRefresh(bearerOf(request)), request, contentId);
  if (session.origin && !request.headers.origin) throw elsewhere(session.origin);
  await standing.check(session, { forceRefresh: true });
  return session;
}

/** The token of a request. @throws Failure `session_invalid`. */
export function bearerOf({ headers }: FastifyRequest): string {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) {
    throw new Failure('session_invalid', 'Send the session’s token: Authorization: Bearer TOKEN.');
  }
  return token;
}

/** @throws Failure `origin_not_allowed`. */
export function checkOrigin(session: Session, { headers }: FastifyRequest): void {
  if (session.origin && headers.origin && headers.origin !== session.origin) {
    throw elsewhere(session.origin);
  }
}

function elsewhere(origin: string): Failure {
  return new Failure('origin_not_allowed', `This token was issued for ${origin}.`);
}

function checkFor(session: Session, request: FastifyRequest, contentId: string): Session {
  if (session.contentId !== contentId) {
    throw new Failure('session_invalid', 'This token was issued for another book.');
  }
  checkOrigin(session, request);
  return session;
}
