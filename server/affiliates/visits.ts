import { audienceOf } from '../analytics/audience.ts';
import type { BeaconEvent } from '../analytics/beacon.ts';
import type { BeaconQueue } from '../analytics/beacon-queue.ts';
import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database, Queries } from '../db/open.ts';
import type { ReaderEvents } from './reader-events.ts';
import { isCrawler } from './deliberate-click.ts';

type VisitRow = AffiliateTables['visits'];
type VisitType = VisitRow['type'];

/** Limits the steps per reading because a token could be used to send beacons indefinitely. */
const maxStepsPerVisit = 500;

/**
 * The reader's consent to analytics. With `required`, nothing is stored about the reader until an
 * event request sends `granted`. Null if the page does not ask for consent.
 */
export type Consent = 'required' | 'granted' | null;

/** One reading of a book, as stored in its reading session's grant. */
export interface Visit {
  accountId: string;
  /** Identifies this reading and the resulting clicks and sales. */
  traceId: string;
  partnerId: string | null;
  bookId: string;
  deploymentId: string | null;
  campaign: string | null;
  sub: string | null;
  consent: Consent;
}

interface VisitStep {
  type: VisitType;
  chapter: string;
  fraction: number | null;
  occurredAt: string;
}

/** A request with events of a reading. */
interface EventRequest {
  /** Start of the reading session, ISO 8601 UTC. */
  startedAt: string;
  headers: IncomingHttpHeaders;
  /** The account's id for the reader, or null if there is none. */
  readerId: string | null;
}

export interface VisitsContext {
  db: Database;
  now: () => Date;
  /** Receives the events for analytics, which counts them later. */
  beacons: Pick<BeaconQueue, 'addEvents'>;
}

export type Visits = ReturnType<typeof visits>;

/**
 * Records the steps of readings. Readers without required consent or who opt out of tracking are
 * not recorded.
 */
export function visits({ db, now, beacons }: VisitsContext) {
  return {
    /**
     * Records that a book was shown to a partner's reader. Call it after the response has been
     * sent. Stores nothing if required consent is missing or the reader opts out of tracking.
     */
    async recordImpression(reading: Visit, headers: IncomingHttpHeaders): Promise<void> {
      if (optsOutOfTracking(headers) || reading.consent === 'required') return;
      // Impressions without a partner appear in no report, so they are not stored.
      if (reading.partnerId === null) return;
      const at = now().toISOString();
      await db.transaction((tx) => saveSteps(tx, reading, [impressionAt(at)]));
    },

    /**
     * Records each step sent in a beacon once. A replay changes nothing. Times are limited to the
     * duration of the reading, which began at `startedAt`.
     *
     * @returns The number of new steps.
     */
    async recordEvents(
      reading: Visit,
      { events, consent }: Pick<ReaderEvents, 'events' | 'consent'>,
      request: EventRequest,
    ): Promise<number> {
      const { startedAt, headers } = request;
      const isConsentMissing = reading.consent === 'required' && consent !== 'granted';
      if (isConsentMissing || optsOutOfTracking(headers)) return 0;
      const latest = now().toISOString();
      const timed = events.map((event) => {
        const time = new Date(event.at).toISOString();
        return { ...event, at: time < startedAt ? startedAt : time > latest ? latest : time };
      });
      // Store the impression now because it was not stored before consent.
      const impressions = reading.consent === 'required' ? [impressionAt(startedAt)] : [];
      return db.transaction(async (tx) => {
        const stored = await saveSteps(tx, reading, [...impressions, ...timed.flatMap(toStep)]);
        if (!isCrawler({ headers })) {
          const hasConsent = reading.consent === 'granted' || consent === 'granted';
          const maxSeconds = Math.ceil((Date.parse(latest) - Date.parse(startedAt)) / 1000);
          await beacons.addEvents(
            tx,
            {
              ...reading,
              dimensions: {
                book: reading.bookId,
                deployment: reading.deploymentId ?? '',
                affiliate: reading.partnerId ?? '',
                campaign: reading.campaign ?? '',
                ...audienceOf(headers),
              },
              readerId: hasConsent ? request.readerId : null,
              startedAt,
            },
            timed.map((event) => toBeaconEvent(event, maxSeconds)),
          );
        }
        return stored;
      });
    },
  };
}

/** Returns the number of new steps. */
async function saveSteps(tx: Queries, reading: Visit, steps: VisitStep[]): Promise<number> {
  if (steps.length === 0) return 0;
  const known = await tx
    .selectFrom('visits')
    .select(['type', 'chapter', 'fraction'])
    .where('trace_id', '=', reading.traceId)
    .execute();
  const fractions = new Map(known.map((one) => [stepKey(one), one.fraction]));
  let added = 0;
  for (const step of steps) {
    const name = stepKey(step);
    const before = fractions.get(name);
    if (before === undefined) {
      if (fractions.size >= maxStepsPerVisit) continue;
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('visits')
        .values(toVisitRow(reading, step))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows) added += 1;
    } else if (step.fraction !== null && step.fraction > (before ?? -1)) {
      await tx
        .updateTable('visits')
        .set({ fraction: step.fraction })
        .where('trace_id', '=', reading.traceId)
        .where('type', '=', step.type)
        .where('chapter', '=', step.chapter)
        .execute();
    } else continue;
    fractions.set(name, step.fraction);
  }
  return added;
}

/** The step of an event. Empty for events that only analytics counts. */
function toStep({ type, at, chapter, fraction }: ReaderEvents['events'][number]): VisitStep[] {
  return type === 'read' ? [] : [{ type, chapter: chapter ?? '', fraction, occurredAt: at }];
}

/** @param maxSeconds - Duration of the reading, which limits the reported time. */
function toBeaconEvent(
  { type, at, section, fraction, seconds }: ReaderEvents['events'][number],
  maxSeconds: number,
): BeaconEvent {
  return {
    type,
    at,
    ...(section !== null && { section }),
    ...(fraction !== null && { fraction }),
    ...(seconds !== null && { seconds: Math.min(seconds, maxSeconds) }),
  };
}

function impressionAt(occurredAt: string): VisitStep {
  return { type: 'impression', chapter: '', fraction: null, occurredAt };
}

function stepKey({ type, chapter }: { type: string; chapter: string }): string {
  return `${type} ${chapter}`;
}

function toVisitRow(reading: Visit, step: VisitStep): VisitRow {
  return {
    trace_id: reading.traceId,
    type: step.type,
    chapter: step.chapter,
    account_id: reading.accountId,
    partner_id: reading.partnerId,
    book_id: reading.bookId,
    deployment_id: reading.deploymentId,
    campaign: reading.campaign,
    sub: reading.sub,
    fraction: step.fraction,
    occurred_at: step.occurredAt,
  };
}

/** Whether the request has `DNT: 1` or Global Privacy Control (https://w3c.github.io/gpc/). */
export function optsOutOfTracking(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}
