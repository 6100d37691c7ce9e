import { z } from 'zod';
import { ChapterName } from './contract.ts';

/** Body of `POST /v1/reader/events`. */
export const ReaderEvents = z
  .strictObject({
    token: z
      .string()
      .min(1)
      .max(8000)
      .optional()
      .describe('The reading session’s token, for requests without headers (`sendBeacon`).'),
    consent: z
      .enum(['granted'])
      .nullable()
      .default(null)
      .describe('The reader’s consent, if the page requested it.'),
    events: z
      .array(
        z.strictObject({
          type: z
            .enum(['opened', 'read', 'progressed', 'finished-sample', 'buy-clicked'])
            .describe(
              '`read` reports how far and how long the reader has read so far. It is not a step.',
            ),
          at: z.iso
            .datetime({ offset: true })
            .describe('Time of the event according to the reader’s clock.'),
          chapter: ChapterName.nullable().default(null),
          fraction: z
            .number()
            .min(0)
            .max(1)
            .nullable()
            .default(null)
            .describe('Position in the book, from 0 to 1.'),
          section: z
            .int()
            .min(0)
            .max(100_000)
            .nullable()
            .default(null)
            .describe('Index of the furthest section in the reading order, from 0.'),
          seconds: z
            .int()
            .min(0)
            .max(86_400)
            .nullable()
            .default(null)
            .describe('Time read since the book was opened, in seconds.'),
        }),
      )
      .min(1)
      .max(50),
  })
  .meta({
    id: 'ReaderEvents',
    example: {
      consent: 'granted',
      events: [
        { type: 'opened', at: '2026-11-21T11:58:30.000Z', chapter: null, fraction: null },
        {
          type: 'read',
          at: '2026-11-21T11:59:30.000Z',
          chapter: '3',
          fraction: 0.5,
          section: 4,
          seconds: 58,
        },
      ],
    },
  });
export type ReaderEvents = z.infer<typeof ReaderEvents>;
