import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import { cleanLine, cleanLines } from '../values/clean-text.ts';

export const ReviewId = z
  .string()
  .regex(/^rv_[0-9A-Za-z]{16,40}$/, 'Must be a review id, such as rv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.')
  .describe('Review identifier.')
  .meta({ example: 'rv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

const Rating = z.int().min(1).max(5).describe('Rating from 1 to 5.');
const Title = z
  .string()
  .max(300)
  .transform((text) => cleanLine(text) || null)
  .nullable();
const Body = z
  .string()
  .max(20_000)
  .transform((text) => cleanLines(text) || null)
  .nullable()
  .describe('Plain text. Must be escaped before display.');

export const ReviewStatus = z
  .enum(['pending', 'approved', 'rejected'])
  .describe('Only approved reviews are public and count toward the book’s rating.');
export type ReviewStatus = z.infer<typeof ReviewStatus>;

const exampleReview = {
  rating: 5,
  title: 'A whale of a book',
  body: 'I read it at sea.',
  reviewer: 'customer-4711',
};

export const NewReview = z
  .strictObject({
    rating: Rating,
    title: Title.default(null),
    body: Body.default(null),
    reviewer: z
      .string()
      .max(200)
      .transform(cleanLine)
      .pipe(z.string().min(1, 'Must not be empty.'))
      .describe('Your own identifier for the person. A person can review a book only once.'),
    status: ReviewStatus.optional().describe(
      'Defaults to `approved` for your own books. Reviews of another account’s books are always `pending`.',
    ),
  })
  .meta({ id: 'NewReview', example: exampleReview });
export type NewReview = z.infer<typeof NewReview>;

export const ReviewPatch = z
  .strictObject({ rating: Rating, title: Title, body: Body, status: ReviewStatus })
  .partial()
  .meta({ id: 'ReviewPatch', example: { rating: 4, body: null } });
export type ReviewPatch = z.infer<typeof ReviewPatch>;

export const Review = z
  .object({
    id: ReviewId,
    bookId: BookId,
    rating: Rating,
    title: z.string().nullable(),
    body: z.string().nullable(),
    reviewer: z.string(),
    status: ReviewStatus,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Review',
    example: {
      id: 'rv_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      bookId: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
      ...exampleReview,
      status: 'approved',
      createdAt: '2026-11-21T12:00:00.000Z',
      updatedAt: '2026-11-21T12:00:00.000Z',
    },
  });
export type Review = z.infer<typeof Review>;

const AccountId = z
  .string()
  .regex(/^acc_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins with acc_.')
  .describe('Identifier of an account.')
  .meta({ example: 'acc_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' });

export const ReviewAccountParams = z.strictObject({ accountId: AccountId });

/** An account that may add reviews to the caller's books. */
export const ReviewAccount = z.object({ accountId: AccountId, createdAt: z.iso.datetime() }).meta({
  id: 'ReviewAccount',
  example: {
    accountId: 'acc_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R',
    createdAt: '2026-11-21T12:00:00.000Z',
  },
});
export type ReviewAccount = z.infer<typeof ReviewAccount>;
