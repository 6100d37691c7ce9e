import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../db/open.ts';
import type { ReaderEvents } from './contract.ts';

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

export type Visits = ReturnType<typeof visits>;

/** Records the steps of readings. Readers without required consent or who opt out of tracking are not recorded. */
export function visits({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Records that a book was shown to a partner's reader. Call it after the response has been
     * sent. Stores nothing if required consent is missing or the reader opts out of tracking.
     */
    async recordImpression(reading: Visit, headers: IncomingHttpHeaders): Promise<void> {
      if (optsOutOfTracking(headers) || reading.consent === 'required') return;
      // Impressions without a partner appear in no report, so they are not stored.
      if (reading.partnerId === null) return;
      await saveSteps(reading, [impressionAt(now().toISOString())]);
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
      { startedAt, headers }: { startedAt: string; headers: IncomingHttpHeaders },
    ): Promise<number> {
      const isConsentMissing = reading.consent === 'required' && consent !== 'granted';
      if (isConsentMissing || optsOutOfTracking(headers)) return 0;
      const latest = now().toISOString();
      const reported = events.map(({ type, at, chapter, fraction }): VisitStep => {
        const time = new Date(at).toISOString();
        const occurredAt = time < startedAt ? startedAt : time > latest ? latest : time;
        return { type, chapter: chapter ?? '', fraction, occurredAt };
      });
      // Store the impression now because it was not stored before consent.
      const impressions = reading.consent === 'required' ? [impressionAt(startedAt)] : [];
      return saveSteps(reading, [...impressions, ...reported]);
    },
  };

  async function saveSteps(reading: Visit, steps: VisitStep[]): Promise<number> {
    return db.transaction(async (tx) => {
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
    });
  }
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
