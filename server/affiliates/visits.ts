import type { AffiliateTables } from '../db/affiliate-tables.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '../db/open.ts';
import type { ReaderEvents } from './contract.ts';

type VisitRow = AffiliateTables['visits'];
type VisitType = VisitRow['type'];

/** A token can be told to send beacons for ever: a reading has no more steps than this. */
const maxStepsPerVisit = 500;

/**
 * Consent of the reader to analytics. `required`: nothing is stored about the reader until an event
 * request sends `granted`. Null: the page does not ask for consent.
 */
export type Consent = 'required' | 'granted' | null;

/** One reading of a book, as stored in the grant of its reading session. */
export interface Visit {
  accountId: string;
  /** Identifies this reading, and the clicks and sales that result from it. */
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

/** What is seen of readings. Whoever was asked for consent, or asks not to be tracked, is not seen. */
export function visits({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * A partner’s reader was shown the book; call it behind the answer. Keeps nothing of a reader who
     * has not consented where the page asks, nor of one who asks not to be tracked.
     */
    async recordImpression(reading: Visit, headers: IncomingHttpHeaders): Promise<void> {
      if (optsOutOfTracking(headers) || reading.consent === 'required') return;
      // Nobody asks how often a book was shown without a partner: that write is saved.
      if (reading.partnerId === null) return;
      await keep(reading, [impressionAt(now().toISOString())]);
    },

    /**
     * What a beacon tells, each step once; a replay changes nothing. Times are brought within the
     * reading, which began at `startedAt`.
     *
     * @returns How many steps were new.
     */
    async recordEvents(
      reading: Visit,
      { events, consent }: Pick<ReaderEvents, 'events' | 'consent'>,
      { startedAt, headers }: { startedAt: string; headers: IncomingHttpHeaders },
    ): Promise<number> {
      const isSilent = reading.consent === 'required' && consent !== 'granted';
      if (isSilent || optsOutOfTracking(headers)) return 0;
      const latest = now().toISOString();
      const told = events.map(({ type, at, chapter, fraction }): VisitStep => {
        const time = new Date(at).toISOString();
        const occurredAt = time < startedAt ? startedAt : time > latest ? latest : time;
        return { type, chapter: chapter ?? '', fraction, occurredAt };
      });
      // Shown before the reader consented, it was not kept.
      const shown = reading.consent === 'required' ? [impressionAt(startedAt)] : [];
      return keep(reading, [...shown, ...told]);
    },
  };

  async function keep(reading: Visit, steps: VisitStep[]): Promise<number> {
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

/** `DNT: 1`, or Global Privacy Control (https://w3c.github.io/gpc/). */
export function optsOutOfTracking(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}
