import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Failure, type FailureDetail } from '../../failure.ts';
import { ReaderEvents } from '../reader-events.ts';
import type { Visit } from '../visits.ts';
import { type AffiliateRoutesOptions, NoQuery, type ReadingSession } from './options.ts';

/** Browsers do not send larger beacons. */
const bodyLimit = 64 * 1024;
/** Readers' clocks may be off by hours but not by more than a day. */
const clockToleranceMs = 24 * 60 * 60_000;

/** POST /v1/reader/events records the steps of a reading. */
export const eventRoutes: FastifyPluginAsyncZod<AffiliateRoutesOptions> = async (app, options) => {
  const { now, visits, checkSession } = options;
  // `sendBeacon` sends text, which needs no CORS preflight request.
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );

  /** Errors: `session_invalid`, `session_expired`, `origin_not_allowed`. */
  app.post(
    '/v1/reader/events',
    {
      bodyLimit,
      schema: {
        tags: ['Reader'],
        operationId: 'recordReaderEvents',
        summary: 'Record reading events',
        description:
          'Requires the session’s token in the header or body. Accepts JSON, even with the media type ' +
          '`text/plain`. Each step of a reading counts once, even if it is sent several times. Nothing is ' +
          'stored if consent is required and missing, or if the request has `DNT: 1` or `Sec-GPC: 1`. ' +
          'Does not count toward the quota.',
        consumes: ['application/json', 'text/plain'],
        querystring: NoQuery,
        body: ReaderEvents,
        response: {
          200: z.object({
            data: z.object({ stored: z.int().min(0).describe('Number of new steps.') }),
          }),
        },
      },
      config: { access: 'session', fails: ['access_expired', 'key_revoked', 'session_ended'] },
    },
    async (request) => {
      const session = await checkSession(requestToken(request, request.body.token));
      checkOrigin(session, request);
      const startedAt = new Date(session.startedAt * 1000).toISOString();
      checkTimes(request.body, Date.parse(startedAt), now().getTime());
      const reading = toVisit(session);
      const { body, headers } = request;
      const readerId = session.readerId ?? null;
      const stored = reading
        ? await visits.recordEvents(reading, body, { startedAt, headers, readerId })
        : 0;
      return { data: { stored } };
    },
  );
};

/** @throws Failure `session_invalid`, `invalid_request`. */
function requestToken({ headers }: FastifyRequest, inBody: string | undefined): string {
  const inHeader = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
    const detail = 'Differs from the token in the header. Send only one token.';
    throw invalidRequest([{ pointer: '/token', detail }]);
  }
  const token = inHeader ?? inBody;
  if (token !== undefined) return token;
  throw new Failure(
    'session_invalid',
    'Missing session token. Send it in the header or as `token`.',
  );
}

/** @throws Failure `origin_not_allowed`. */
function checkOrigin({ origin }: ReadingSession, { headers }: FastifyRequest): void {
  if (origin === null || headers.origin === undefined || headers.origin === origin) return;
  throw new Failure('origin_not_allowed', `This token was issued for ${origin}.`);
}

/** @throws Failure `invalid_request`. */
function checkTimes({ events }: ReaderEvents, startedMs: number, nowMs: number): void {
  const errors = events.flatMap(({ at }, index): FailureDetail[] => {
    const ms = Date.parse(at);
    if (ms >= startedMs - clockToleranceMs && ms <= nowMs + clockToleranceMs) return [];
    const detail = 'Must be within the duration of the reading, with a tolerance of one day.';
    return [{ pointer: `/events/${index}/at`, detail }];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

function invalidRequest(errors: FailureDetail[]): Failure {
  const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
  return new Failure('invalid_request', summary, { errors });
}

/** Null for a token issued before readings had traces. */
function toVisit(session: ReadingSession): Visit | null {
  const { accountId, traceId, bookId, campaign } = session;
  if (!accountId || !traceId) return null;
  return {
    accountId,
    traceId,
    partnerId: session.partnerId ?? null,
    bookId,
    deploymentId: session.deploymentId ?? null,
    campaign,
    sub: session.sub ?? null,
    consent: session.consent ?? null,
  };
}
