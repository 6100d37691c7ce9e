import { z } from 'zod';
import { BookId } from '../books/contract.ts';
import type { Deployment } from '../deployments/contract.ts';
import type { Embed, EmbedDeployment } from './contract.ts';
import type { RequestedCurrency } from './purchase.ts';

const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/);

/** What a book is opened with. */
export const EmbedQuery = z.strictObject({
  book: z
    .union([
      BookId,
      z
        .string()
        .regex(/^isbn:[\dXx-]{10,17}$/)
        .transform((isbn) => isbn.replaceAll('-', '').toUpperCase().replace('ISBN', 'isbn')),
    ])
    .describe('Identifier of the book, or `isbn:` and its ISBN.')
    .meta({ example: 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  chapter: z
    .string()
    .regex(/^(?:\d{1,9}|ch_[0-9A-Za-z]{16,44})$/)
    .transform((chapter) => (chapter.startsWith('ch_') ? chapter : Number(chapter)))
    .prefault('0')
    .describe(
      'What to send inline: an index in the reading order, or the id of a chapter (`ch_…`), as a link ' +
        'from elsewhere has it. What is not there, or not licensed: the first.',
    )
    .meta({ example: '0' }),
  part: z
    .string()
    .max(1000)
    .transform((place) => (/^\d{1,9}$/.test(place) ? Number(place) : place))
    .optional()
    .describe(
      'Text offset in this section, or id of an element in it. A long section of the book’s file then ' +
        'comes in part, up to some pages behind that place, where that is there: `first.partEnd` says ' +
        'where its tree breaks off.',
    )
    .meta({ example: '20480' }),
  theme: z
    .enum(['light', 'dark', 'sepia', 'contrast', 'system'])
    .optional()
    .describe('What the reader looks like at first.'),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/)
    .max(35)
    .optional()
    .describe('BCP 47 tag of the reader’s interface.')
    .meta({ example: 'de-AT' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .describe('ISO 4217 code to show the price in, too.')
    .meta({ example: 'EUR' }),
  deployment: z
    .string()
    .regex(/^dep_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins dep_.')
    .optional()
    .describe(
      'A saved white-label set-up of your account: what the other parameters leave open is as it says.',
    )
    .meta({ example: 'dep_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R' }),
  affiliate: Code.optional()
    .describe('Code or id of the partner who brought the reader.')
    .meta({ example: 'books_weekly' }),
  campaign: Code.optional().describe('The partner’s own campaign.').meta({ example: 'autumn' }),
  sub: Code.optional().describe('The partner’s own sub id.').meta({ example: 'newsletter-12' }),
  consent: z
    .enum(['required', 'granted'])
    .optional()
    .describe('`required`: nothing is kept of this reading until the reader has consented.'),
});

/** The same without what has a default, for those who ask from within. */
export type EmbedRequest = Partial<z.infer<typeof EmbedQuery>> & {
  book: string;
  /** Origin of the page that asks; null when a server does. */
  origin: string | null;
};

/** How a book is shown: by what was asked for, and else by the deployment. */
interface EmbedSettings {
  theme: Embed['theme'];
  locale: string | null;
  currency: RequestedCurrency;
  affiliate: string | null;
  campaign: string | null;
  sub: string | null;
  consent: 'required' | 'granted' | null;
  /** As much of the deployment as a page needs. */
  deployment: EmbedDeployment | null;
}

export function mergeEmbedSettings(
  asking: EmbedRequest,
  deployment: Deployment | null,
): EmbedSettings {
  const consent = asking.consent ?? (deployment?.consent === 'required' ? 'required' : null);
  // A campaign is its partner's: that of the deployment goes with the deployment's partner alone.
  const isOwnPartner = asking.affiliate === undefined || asking.affiliate === deployment?.affiliate;
  return {
    theme: {
      name: asking.theme ?? deployment?.theme.name ?? null,
      tokens: deployment?.theme.tokens ?? {},
    },
    locale: asking.locale ?? deployment?.locale ?? null,
    currency: {
      code: asking.currency ?? deployment?.currency ?? null,
      isExplicit: asking.currency !== undefined,
    },
    affiliate: asking.affiliate ?? deployment?.affiliate ?? null,
    campaign: asking.campaign ?? (isOwnPartner ? (deployment?.campaign ?? null) : null),
    sub: asking.sub ?? null,
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
