import { hkdfSync } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { Failure } from '../failure.ts';

/** An older press still leads to the shop, but counts no more. */
const attributionSeconds = 7 * 24 * 60 * 60;

const nullableText = z.string().nullable();

const SignedTicket = z.object({
  accountId: z.string(),
  bookId: z.string(),
  partnerId: nullableText,
  campaign: nullableText,
  sub: nullableText,
  chapter: nullableText,
  traceId: z.string(),
  clickId: z.string(),
  deploymentId: nullableText,
  readerId: nullableText,
  currency: nullableText,
  locale: nullableText,
  /** Unix seconds. Not `iat`, which the library would compare with a clock of its own. */
  signedAt: z.int(),
});

/** Where a buy link was shown, and to whom it leads. */
export type BuyTicket = Omit<z.infer<typeof SignedTicket>, 'signedAt'>;

export type BuyLinks = ReturnType<typeof buyLinks>;

/**
 * Signed buy links (JWT, HS256). Nothing is stored until one is pressed, and nobody can make one that
 * leads elsewhere or names another partner.
 */
export function buyLinks({
  secret,
  publicUrl,
  now,
}: {
  secret: string;
  publicUrl: string;
  now: () => Date;
}) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'buy link', 32));
  const sign = createSigner({ key, algorithm: 'HS256', noTimestamp: true });
  const verify = createVerifier({ key, algorithms: ['HS256'], cache: false });
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  return {
    /** The absolute address of a buy button. */
    sign(ticket: BuyTicket): string {
      return `${publicUrl}/buy/${sign({ ...ticket, signedAt: seconds() })}`;
    },

    /** Fails: `not_found` for what `sign` did not make. */
    verify(signed: string): { ticket: BuyTicket; isCounted: boolean } {
      try {
        const { signedAt, ...ticket } = SignedTicket.parse(verify(signed));
        return { ticket, isCounted: signedAt + attributionSeconds > seconds() };
      } catch (cause) {
        const detail = 'This is not a buy link of this server, or it was cut off.';
        const errors = [{ parameter: 'ticket', detail }];
        throw new Failure('not_found', detail, { errors, cause });
      }
    },
  };
}
