import { z } from 'zod';
import type { Deployment } from '../deployments/contract.ts';
import type { Embed, EmbedDeployment } from './contract.ts';
import type { RequestedCurrency } from './purchase.ts';

const Code = z
  .string()
  .regex(
    /^[0-9A-Za-z_.-]{1,64}$/,
    'Must be 1 to 64 letters (A to Z), digits, and `_`, `.` or `-`, such as books_weekly.',
  );

const bookError =
  'Must be a book id, such as bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R, or `isbn:` followed by 10 or 13 digits, such as ' +
  'isbn:9780142437247.';

/** Query parameters of `GET /v1/reader/embed`. */
export const EmbedQuery = z.strictObject({
  book: z
    .string()
    // Any id with the right prefix is looked up, so that an unknown id results in a 404.
    .regex(/^(?:bk_\w{1,60}|isbn:[\dXx-]{10,17})$/, bookError)
    .transform((book) =>
      book.startsWith('isbn:')
        ? book.replaceAll('-', '').toUpperCase().replace('ISBN', 'isbn')
        : book,
    )
    .describe('The book’s identifier, or `isbn:` followed by its ISBN.')
    .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  chapter: z
    .string()
    .regex(
      /^(?:\d{1,9}|ch_[0-9A-Za-z]{16,44})$/,
      'Must be an index in the reading order, such as 0, or a chapter id, such as ch_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
    )
    .transform((chapter) => (chapter.startsWith('ch_') ? chapter : Number(chapter)))
    .prefault('0')
    .describe(
      'Section to send inline: an index in the reading order, or a chapter id (`ch_…`), as used in deep ' +
        'links. If it is missing or not licensed, the first readable section is sent.',
    )
    .meta({ example: '0' }),
  part: z
    .string()
    .max(1000)
    .transform((position) => (/^\d{1,9}$/.test(position) ? Number(position) : position))
    .optional()
    .describe(
      'Text offset in this section, or the id of an element in it. If set, a long section of the book’s ' +
        'file may end a few pages after that position. `first.partEnd` is the offset at which its tree ' +
        'ends.',
    )
    .meta({ example: '20480' }),
  theme: z
    .enum(['light', 'dark', 'sepia', 'contrast', 'system'])
    .optional()
    .describe('Initial theme of the reader.'),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/, 'Must be a language tag (BCP 47), such as de-AT.')
    .max(35)
    .optional()
    .describe('Language of the reader’s interface (BCP 47).')
    .meta({ example: 'de-AT' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Must be an ISO 4217 code in capital letters, such as EUR.')
    .optional()
    .describe('ISO 4217 code of the currency to which the price is converted.')
    .meta({ example: 'EUR' }),
  deployment: z
    .string()
    .regex(
      /^dep_[0-9A-Za-z]{1,40}$/,
      'Must be a deployment id, such as dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R.',
    )
    .optional()
    .describe(
      'Id of one of your account’s saved deployments. It supplies the parameters that you omit.',
    )
    .meta({ example: 'dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  affiliate: Code.optional()
    .describe('Code or id of the affiliate who referred the reader.')
    .meta({ example: 'books_weekly' }),
  campaign: Code.optional().describe('The affiliate’s campaign.').meta({ example: 'autumn' }),
  sub: Code.optional().describe('The affiliate’s sub id.').meta({ example: 'newsletter-12' }),
  consent: z
    .enum(['required', 'granted'])
    .optional()
    .describe('`required`: nothing about this visit is stored until the reader consents.'),
  key: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Publishable key, instead of the `Authorization` header. Browsers send such a request to another origin ' +
        'without a preflight request.',
    )
    .meta({ example: 'svc_live_pub3RkX9mQ7vT2bN5cZ8wE1yU4sD6fGh' }),
});

/**
 * Request header with `affiliate`, `campaign` and `sub`, because content blockers block URLs with
 * such words.
 */
export const referralHeader = 'reader-referral';
const referralParameters = new Set(['affiliate', 'campaign', 'sub']);

/** Adds the parameters of the referral header to a query, which is validated afterward. */
export function addReferral(query: object, header: string | string[] | undefined): void {
  for (const [name, value] of new URLSearchParams(String(header ?? ''))) {
    // Validation rejects all other parameters.
    Reflect.set(query, referralParameters.has(name) ? name : `Reader-Referral: ${name}`, value);
  }
}

/** An embed request made inside the server. Parameters with a default are optional. */
export type EmbedRequest = Partial<z.infer<typeof EmbedQuery>> & {
  book: string;
  /** Origin of the requesting page, or null if a server makes the request. */
  origin: string | null;
  /** Whether the request is for a page that shows the book, not for JSON. */
  isServedPage?: boolean;
  /** Whether many readers receive the response. If so, its buy link belongs to no visit. */
  isShared?: boolean;
};

/** The request's parameters, completed from the deployment. */
interface EmbedSettings {
  theme: Embed['theme'];
  locale: string | null;
  currency: RequestedCurrency;
  affiliate: string | null;
  campaign: string | null;
  sub: string | null;
  consent: 'required' | 'granted' | null;
  /** The fields of the deployment that a page needs. */
  deployment: EmbedDeployment | null;
}

export function mergeEmbedSettings(
  request: EmbedRequest,
  deployment: Deployment | null,
): EmbedSettings {
  const consent = request.consent ?? (deployment?.consent === 'required' ? 'required' : null);
  // A campaign belongs to one affiliate, so the deployment's campaign applies only to its own
  // affiliate.
  const isDeploymentAffiliate =
    request.affiliate === undefined || request.affiliate === deployment?.affiliate;
  return {
    theme: {
      name: request.theme ?? deployment?.theme.name ?? null,
      tokens: deployment?.theme.tokens ?? {},
    },
    locale: request.locale ?? deployment?.locale ?? null,
    currency: {
      code: request.currency ?? deployment?.currency ?? null,
      isExplicit: request.currency !== undefined,
    },
    affiliate: request.affiliate ?? deployment?.affiliate ?? null,
    campaign: request.campaign ?? (isDeploymentAffiliate ? (deployment?.campaign ?? null) : null),
    sub: request.sub ?? null,
    consent,
    deployment: deployment && toEmbedDeployment(deployment, consent),
  };
}

function toEmbedDeployment(
  { id, name, logo, fonts, features, links: { buy: _buy, ...links } }: Deployment,
  consent: EmbedSettings['consent'],
): EmbedDeployment {
  return { id, name, logo, fonts, features, links, consent: consent ?? 'none' };
}
