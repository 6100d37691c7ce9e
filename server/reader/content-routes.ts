import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { wholeNumber } from '../http/whole-number.ts';
import { ReaderSession, SectionContent } from './contract.ts';
import { checkLicence } from './licence.ts';
import { immutable, sendSection } from './send-section.ts';
import { ContentId, refreshableSessionOf, sessionOf } from './session-of.ts';
import type { Sessions } from './session.ts';
import type { ReaderStore, StoredResource } from './store.ts';

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

/** `/content/{contentId}/…`: what a reading session may fetch. Costs no quota. */
export const contentRoutes: FastifyPluginAsyncZod<ContentRoutesOptions> = async (app, options) => {
  const { content, sessions, publicUrl, isKeyUsable } = options;

  /** → `Section`. Fails: `session_invalid`, `session_expired`, `not_licensed`, `not_found`. */
  app.get(
    '/content/:contentId/sections/:index',
    {
      schema: {
        tags: ['Content'],
        summary: 'Read a section',
        params: z.strictObject({
          contentId: ContentId,
          index: wholeNumber(0).describe('Place in the reading order.'),
        }),
        querystring: NoQuery,
        response: { 200: z.object({ data: SectionContent }) },
      },
      config: { access: 'session', fails: ['not_licensed', 'not_found'] },
    },
    async (request, reply) => {
      const { contentId, index } = request.params;
      checkLicence(sessionOf(sessions, request, contentId).licence, index);
      const answer = await content.sectionAnswer(contentId, index);
      if (!answer) throw new Failure('not_found', `This book has no section ${index}.`);
      return sendSection(request, reply, answer);
    },
  );

  /** → text/css. Fails: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:contentId/styles/:sheetId',
    {
      schema: {
        tags: ['Content'],
        summary: 'Read a rewritten style sheet',
        params: z.strictObject({ contentId: ContentId, sheetId: SheetId }),
        querystring: NoQuery,
        produces: ['text/css'],
        response: { 200: z.string() },
      },
      config: { access: 'session', fails: ['not_found'] },
    },
    async (request, reply) => {
      const { contentId, sheetId } = request.params;
      sessionOf(sessions, request, contentId);
      const sheets = await content.styleSheets(contentId, [sheetId]);
      const css = Object.hasOwn(sheets, sheetId) ? sheets[sheetId] : undefined;
      if (css === undefined) throw new Failure('not_found', `This book has no sheet ${sheetId}.`);
      reply.header('Cache-Control', immutable).type('text/css; charset=utf-8');
      return css;
    },
  );

  /** → the file’s bytes. Fails: `session_invalid`, `session_expired`, `not_found`. */
  app.get(
    '/content/:contentId/resources/*',
    {
      schema: {
        tags: ['Content'],
        summary: 'Fetch an image, font, sound or film of the book',
        params: z.strictObject({ contentId: ContentId, '*': FilePath }),
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
      const { contentId, '*': path } = request.params;
      sessions.checkResource(contentId, request.query.e, request.query.s);
      const resource = await content.resource(contentId, path);
      if (!resource) throw new Failure('not_found', `This book has no file ${path}.`);
      return reply.headers(resourceHeaders(resource, immutable)).send(resource.bytes);
    },
  );

  /** → the cover image, for anyone. Fails: `not_found`. */
  app.get(
    '/content/:contentId/cover',
    {
      schema: {
        tags: ['Content'],
        summary: 'Fetch the cover image',
        params: z.strictObject({ contentId: ContentId }),
        querystring: NoQuery,
        produces: ['image/*'],
        response: { 200: Bytes },
      },
      config: { access: 'open', fails: ['not_found'] },
    },
    async (request, reply) => {
      const cover = await content.cover(request.params.contentId);
      if (!cover) throw new Failure('not_found', 'This book has no cover.');
      const headers = resourceHeaders(cover, 'public, max-age=31536000, immutable');
      return reply.headers(headers).send(cover.bytes);
    },
  );

  /** A fresh token for the same session. Fails: `session_invalid`, `session_expired`, `key_revoked`. */
  app.post(
    '/content/:contentId/session',
    {
      schema: {
        tags: ['Content'],
        summary: 'Refresh a reading session',
        description: 'Takes a token that has expired, too, within a day of its embed.',
        params: z.strictObject({ contentId: ContentId }),
        querystring: NoQuery,
        response: { 200: z.object({ data: ReaderSession }) },
      },
      config: { access: 'session', fails: ['key_revoked'] },
    },
    async (request) => {
      const { contentId } = request.params;
      const session = refreshableSessionOf(sessions, request, contentId);
      if (!(await isKeyUsable(session.keyId))) {
        throw new Failure('key_revoked', 'The key that opened this session is no longer valid.');
      }
      const { token, expiresAt } = sessions.issue(session, session.startedAt);
      return {
        data: {
          token,
          expiresAt,
          content: `${publicUrl}/content/${contentId}`,
          resourceQuery: sessions.resourceQuery(contentId),
        },
      };
    },
  );
};

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
