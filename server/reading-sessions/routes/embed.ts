import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EmbedWarning } from '../embed-warnings.ts';
import { Failure } from '../../failure.ts';
import { Embed } from '../contract.ts';
import { addReferral, EmbedQuery, referralHeader } from '../embed-request.ts';
import type { EmbedCaller, OpenEmbed } from '../open-embed.ts';
import type { Visits } from '../../affiliates/visits.ts';
import { bearerToken, checkOrigin, type SessionGate } from '../session-gate.ts';
import { ownerOf } from '../../values/viewer.ts';

export interface EmbedRoutesOptions {
  openEmbed: OpenEmbed;
  gate: SessionGate;
  /** Counts an embed by key or session and client address. Errors: `burst`. */
  countEmbed: (id: string, address: string) => void;
  visits: Pick<Visits, 'recordImpression'>;
}

/** GET /v1/reader/embed opens a reading session. Counts as one request toward the quota. */
export const embedRoutes: FastifyPluginAsyncZod<EmbedRoutesOptions> = async (app, options) => {
  const { openEmbed, gate, countEmbed, visits } = options;

  /**
   * → `Embed`. Errors: `invalid_request`, `book_not_found`, `not_licensed`, `conflict`, and more.
   */
  app.get(
    '/v1/reader/embed',
    {
      schema: {
        tags: ['Reader'],
        operationId: 'openEmbed',
        summary: 'Open a book in the embedded reader',
        description:
          'Returns everything the reader needs for its first page, including the first section. Published ' +
          'chapters follow the sections of the book’s file. A book may have only one of the two. ' +
          'Fetch the rest of the text with the session’s token, which does not count toward the quota. If the book is not ' +
          'free, a publishable key, or a secret key of another account, opens only its sample. ' +
          'The header `Reader-Referral: affiliate=…&campaign=…&sub=…` overrides the parameters with these names. ' +
          'The token of `POST /v1/reader/sessions` opens its book without a key and without using quota.',
        querystring: EmbedQuery,
        response: {
          200: z.object({
            data: Embed,
            meta: z.object({
              warnings: z
                .array(EmbedWarning)
                .describe('Parameters that had no effect because their values are unknown.'),
            }),
          }),
        },
      },
      preValidation: async ({ query, headers }) =>
        addReferral(Object(query), headers[referralHeader]),
      config: {
        permission: 'read:reader',
        access: 'key-or-session',
        keyInQuery: true,
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
      const embedCaller = await requireEmbedCaller(request);
      if (embedCaller.session || embedCaller.kind === 'publishable') {
        countEmbed(embedCaller.session?.sessionId ?? embedCaller.keyId, request.ip);
      }
      const origin = request.headers.origin ?? null;
      const { embed, visit, warnings } = await openEmbed(embedCaller, { ...request.query, origin });
      if (request.method === 'GET') {
        // Recorded after the response because the reader must not wait for it.
        reply.raw.once('finish', () => {
          visits
            .recordImpression(visit, request.headers)
            .catch((error: unknown) =>
              request.log.error(
                { event: 'reader.impression_failed', err: error },
                'Failed to record an impression',
              ),
            );
        });
      }
      // Every response opens a new session and must not be reused.
      reply.header('Cache-Control', 'no-store');
      return { data: embed, meta: { warnings } };
    },
  );

  async function requireEmbedCaller(request: FastifyRequest): Promise<EmbedCaller> {
    const { caller } = request;
    if (caller) return caller;
    const session = gate.tokens.verify(bearerToken(request));
    checkOrigin(session, request);
    const { accountId, keyId, sessionId } = session;
    if (sessionId === null || !accountId) {
      throw new Failure(
        'session_invalid',
        'This token belongs to an open book and cannot open another one. Use a key.',
      );
    }
    await gate.validity.check(session);
    return { ...ownerOf(accountId), keyId, kind: 'publishable', session };
  }
};
