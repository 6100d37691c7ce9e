import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { environmentOf } from '../values/environment.ts';
import { deriveKeys, firstAccepted, type Secrets } from '../values/secrets.ts';

/** Lifetime of a buy link. Later clicks still lead to the shop but are no longer attributed. */
const attributionSeconds = 7 * 24 * 60 * 60;

/**
 * Interval at which links without ids change. Within it, the same link has the same URL, so that
 * pages that contain it can be cached.
 */
const sharedLinkSeconds = 6 * 60 * 60;

const nullableText = z.string().nullable();

const SignedTicket = z.object({
  accountId: z.string(),
  bookId: z.string(),
  partnerId: nullableText,
  campaign: nullableText,
  sub: nullableText,
  chapter: nullableText,
  /**
   * Null if many readers share the page that contains the link. Each click then gets its own ids.
   */
  traceId: nullableText,
  clickId: nullableText,
  deploymentId: nullableText,
  readerId: nullableText,
  currency: nullableText,
  locale: nullableText,
  /** Unix seconds. Not named `iat` because the library would compare that with its own clock. */
  signedAt: z.int(),
});

/** Content of a buy link: the book, and where the link was shown. */
export type BuyTicket = Omit<z.infer<typeof SignedTicket>, 'signedAt'>;

export type BuyLinks = ReturnType<typeof buyLinks>;

/**
 * Signed buy links (JWT, HS256). Nothing is stored until a link is clicked, and no one can forge a
 * link to another destination or partner.
 */
export function buyLinks({
  secrets,
  publicUrl,
  now,
}: {
  secrets: Secrets;
  publicUrl: string;
  now: () => Date;
}) {
  const [current, ...accepted] = deriveKeys(secrets, 'buy link');
  const sign = createSigner({ key: current, algorithm: 'HS256', noTimestamp: true });
  const verifierOf = (key: Buffer) => createVerifier({ key, algorithms: ['HS256'], cache: false });
  const verifiers = [verifierOf(current), ...accepted.map(verifierOf)] as const;
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  return {
    /** Returns the absolute URL of a buy button. The URL identifies a test environment. */
    sign(ticket: BuyTicket): string {
      const at = seconds();
      const signedAt = ticket.clickId === null ? at - (at % sharedLinkSeconds) : at;
      const url = `${publicUrl}/buy/${sign({ ...ticket, signedAt })}`;
      return environmentOf(ticket.accountId) === 'test' ? `${url}?environment=test` : url;
    },

    /** @throws Failure `not_found` if this server did not sign the ticket. */
    verify(signed: string): { ticket: BuyTicket; isCounted: boolean } {
      try {
        const { signedAt, ...ticket } = SignedTicket.parse(
          firstAccepted(verifiers, (verify): unknown => verify(signed)),
        );
        return { ticket, isCounted: signedAt + attributionSeconds > seconds() };
      } catch (cause) {
        const detail = 'This is not a valid buy link from this server. It may have been truncated.';
        const errors = [{ parameter: 'ticket', detail }];
        throw new Failure('not_found', detail, { errors, cause });
      }
    },
  };
}
