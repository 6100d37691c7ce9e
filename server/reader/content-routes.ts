import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { wholeNumber } from '../http/whole-number.ts';
import { ReaderSession, SectionContent } from './contract.ts';
import type { Session, Sessions } from './session.ts';
import type { ReaderStore, StoredResource } from './store.ts';

/** A version never changes: what was fetched once is good for ever, for that reader alone. */
const immutable = 'private, max-age=31536000, immutable';

const VersionId = z
  .string()
  .regex(/^ver_[0-9A-Za-z]{16,40}$/)
  .describe('The version of the book that the session reads.');
const SheetId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,64}$/)
  .describe('One of the section’s `styles`.');
// PostgreSQL keeps no NUL.
const FilePath = z
  .string()
  .max(1000)
  .regex(/^[^\0]+$/, 'Must be a path, without NUL.')
  .describe('Path of the file in the book.');
const NoQuery = z.strictObject({});
const Bytes = z.unknown().meta({ type: 'string', format: 'binary' });

export interface ContentRoutesOptions {
  content: ReaderStore;
  sessions: Sessions;
  publicUrl: string;
  /** Whether the key behind a session may still be used. */
  isKeyUsable: (keyId: string) => Promise<boolean>;
}

/** `/content/{version}/…`: what a reading session may fetch. Costs no quota. */
export const contentRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (app, options) => {
  const { content, sessions, publicUrl, isKeyUsable } = options;

  /** → `Section`. Fails: `session_invalid`, `session_expired`, `not_licensed`, `not_found`. */
  app.get(
    '/content/:versionId/sections/:index',
    {
      schema: {
        tags: ['Content'],
        summary: 'Read a section',
        params: z.strictObject({
          versionId: VersionId,
          index: wholeNumber(0).describe('Place in the reading order.'),
        }),
        querystring: NoQuery,
        response: { 200: z.object({ data: SectionContent }) },
      },
      config: { access: 'session', fails: ['not_licensed', 'not_found'] },
    },
    async (request, reply) => {
      const { versionId, index } = request.params;
      const session = sessionOf(request, versionId);
      const [first, last] = session.range;
      if (index < first || index > last) {
        throw new Failure(
          'not_licensed',
          `Section ${index} is not part of what this session reads.`,
        );
      }
      const answer = await content.sectionAnswer(versionId, index);
      if (!answer) throw new Failure('not_found', `This book has no section ${index}.`);
      reply.header('Cache-Control', immutable).header('Vary', 'Accept-Encoding');
      reply.type('application/json; charset=utf-8');
      if (!acceptsBrotli(request)) return asAnswer(await answer.json());
      reply.header('Content-Encoding', 'br');
      return asAnswer(answer.brotli);
    },
  );

  /** → text/css. Fails: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:versionId/styles/:sheetId',
    {
      schema: {
        tags: ['Content'],
        summary: 'Read a rewritten style sheet',
        params: z.strictObject({ versionId: VersionId, sheetId: SheetId }),
        querystring: NoQuery,
        produces: ['text/css'],
        response: { 200: z.string() },
      },
      config: { access: 'session', fails: ['not_found'] },
    },
    async (request, reply) => {
      const { versionId, sheetId } = request.params;
      sessionOf(request, versionId);
      const sheets = await content.styleSheets(versionId, [sheetId]);
      const css = Object.hasOwn(sheets, sheetId) ? sheets[sheetId] : undefined;
      if (css === undefined) throw new Failure('not_found', `This book has no sheet ${sheetId}.`);
      reply.header('Cache-Control', immutable).type('text/css; charset=utf-8');
      return css;
    },
  );

  /** → the file’s bytes. Fails: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:versionId/resources/*',
    {
      schema: {
        tags: ['Content'],
        summary: 'Fetch an image, font, sound or film of the book',
        params: z.strictObject({ versionId: VersionId, '*': FilePath }),
        querystring: z.strictObject({
          e: wholeNumber(0, 9_999_999_999).describe('When the signature ends, in Unix seconds.'),
          s: z.string().max(64).describe('The signature: `session.resourceQuery` has both.'),
        }),
        produces: ['*/*'],
        response: { 200: Bytes },
      },
      config: { access: 'session', fails: ['not_found'] },
    },
    async (request, reply) => {
      const { versionId, '*': path } = request.params;
      sessions.checkResource(versionId, request.query.e, request.query.s);
      const resource = await content.resource(versionId, path);
      if (!resource) throw new Failure('not_found', `This book has no file ${path}.`);
      return reply.headers(resourceHeaders(resource, immutable)).send(resource.bytes);
    },
  );

  /** → the cover image, for anyone. Fails: `not_found`. */
  app.get(
    '/content/:versionId/cover',
    {
      schema: {
        tags: ['Content'],
        summary: 'Fetch the cover image',
        params: z.strictObject({ versionId: VersionId }),
        querystring: NoQuery,
        produces: ['image/*'],
        response: { 200: Bytes },
      },
      config: { access: 'open', fails: ['not_found'] },
    },
    async (request, reply) => {
      const cover = await content.cover(request.params.versionId);
      if (!cover) throw new Failure('not_found', 'This book has no cover.');
      const headers = resourceHeaders(cover, 'public, max-age=31536000, immutable');
      return reply.headers(headers).send(cover.bytes);
    },
  );

  /** A fresh token for the same session. Fails: `session_invalid`, `session_expired`, `key_revoked`. */
  app.post(
    '/content/:versionId/session',
    {
      schema: {
        tags: ['Content'],
        summary: 'Refresh a reading session',
        description: 'Takes a token that has expired, too, within a day of its embed.',
        params: z.strictObject({ versionId: VersionId }),
        querystring: NoQuery,
        response: { 200: z.object({ data: ReaderSession }) },
      },
      config: { access: 'session', fails: ['key_revoked'] },
    },
    async (request) => {
      const { versionId } = request.params;
      const session = checkFor(sessions.checkForRefresh(bearerOf(request)), request, versionId);
      if (!(await isKeyUsable(session.keyId))) {
        throw new Failure('key_revoked', 'The key that opened this session is no longer valid.');
      }
      const { token, expiresAt } = sessions.issue(session, session.startedAt);
      return {
        data: {
          token,
          expiresAt,
          content: `${publicUrl}/content/${versionId}`,
          resourceQuery: sessions.resourceQuery(versionId),
        },
      };
    },
  );

  function sessionOf(request: FastifyRequest, versionId: string): Session {
    return checkFor(sessions.check(bearerOf(request)), request, versionId);
  }
};

function acceptsBrotli({ headers }: FastifyRequest): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
}

function bearerOf({ headers }: FastifyRequest): string {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) {
    throw new Failure('session_invalid', 'Send the session’s token: Authorization: Bearer TOKEN.');
  }
  return token;
}

function checkFor(session: Session, { headers }: FastifyRequest, versionId: string): Session {
  if (session.versionId !== versionId) {
    throw new Failure('session_invalid', 'This token was issued for another book.');
  }
  if (session.origin && headers.origin && headers.origin !== session.origin) {
    throw new Failure('origin_not_allowed', `This token was issued for ${session.origin}.`);
  }
  return session;
}

/** The stored bytes are this answer already, serialised and compressed. */
function asAnswer(bytes: unknown): { data: SectionContent } {
  return bytes as { data: SectionContent };
}

/** The bytes are a stranger's: an SVG opened by itself must not run anything. */
function resourceHeaders({ mediaType }: StoredResource, cacheControl: string) {
  return {
    'Content-Type': mediaType,
    'Cache-Control': cacheControl,
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
