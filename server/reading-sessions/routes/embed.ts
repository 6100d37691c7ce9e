import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../failure.ts';
import { Embed } from '../contract.ts';
import { EmbedQuery } from '../embed-request.ts';
import type { EmbedCaller, OpenEmbed } from '../open-embed.ts';
import type { Visits } from '../../affiliates/visits.ts';
import { bearerToken, checkOrigin, type SessionGate } from '../session-gate.ts';

export interface EmbedRoutesOptions {
  openEmbed: OpenEmbed;
  gate: SessionGate;
  /** Counts an embed of a key, or of a session, against the address that asks. Fails: `burst`. */
  countEmbed: (id: string, address: string) => void;
  visits: Pick<Visits, 'recordImpression'>;
}

/** GET /v1/reader/embed: one request of quota opens one reading session. */
export const embedRoutes: FastifyPluginAsyncZod<EmbedRoutesOptions> = async (app, options) => {
  const { openEmbed, gate, countEmbed, visits } = options;

  /** → `Embed`. Fails: `invalid_request`, `book_not_found`, `not_licensed`, `conflict`, and more. */
  app.get(
    '/v1/reader/embed',
    {
      schema: {
        tags: ['Reader'],
        summary: 'Open a book in the embedded reader',
        description:
          'Everything the reader needs for its first page, the first section included. The published ' +
          'chapters of the book stand behind the sections of its file; either alone will do. ' +
          'The rest of the text is fetched with the session’s token and costs no quota. A publishable ' +
          'key opens the sample of a book that is not free; so does a secret one of another account. ' +
          'The token of `POST /v1/reader/sessions` opens its book without a key, at no cost.',
        querystring: EmbedQuery,
        response: { 200: z.object({ data: Embed }) },
      },
      config: {
        permission: 'read:reader',
        access: 'key-or-session',
        fails: [
          'access_expired',
          'session_ended',
          'not_licensed',
          'unknown_currency',
          'book_not_found',
          'deployment_not_found',
          'conflict',
        ],
      },
    },
    async (request, reply) => {
      const reader = await readerOf(request);
      if (reader.session || reader.kind === 'publishable') {
        countEmbed(reader.session?.sessionId ?? reader.keyId, request.ip);
      }
      const origin = request.headers.origin ?? null;
      const { embed, visit } = await openEmbed(reader, { ...request.query, origin });
      if (request.method === 'GET') {
        // Not before the answer: the reader does not wait for it.
        reply.raw.once('finish', () => {
          visits
            .recordImpression(visit, request.headers)
            .catch((error: unknown) => request.log.error(error, 'an impression is lost'));
        });
      }
      // Every answer is a reading of its own: none is good for a second.
      reply.header('Cache-Control', 'no-store');
      return { data: embed };
    },
  );

  async function readerOf(request: FastifyRequest): Promise<EmbedCaller> {
    const { caller } = request;
    if (caller) return caller;
    const session = gate.tokens.verify(bearerToken(request));
    checkOrigin(session, request);
    const { accountId, keyId, sessionId } = session;
    if (sessionId === null || !accountId) {
      throw new Failure('session_invalid', 'This token belongs to a book that is open: use a key.');
    }
    await gate.validity.check(session);
    return { accountId, keyId, kind: 'publishable', session };
  }
};
