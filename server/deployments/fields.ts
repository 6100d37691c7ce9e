import { z } from 'zod';
import { cleanLine } from '../catalogue/clean-text.ts';
import { languageTag } from '../epub/package/language-tag.ts';
import { SaleCurrency } from '../rates/exact-money.ts';
import { buyPlaceholders } from '../text/buy-template.ts';
import { offeredThemes } from './token-table.ts';
import { Tokens } from './token-fields.ts';

export const ThemeSetting = z.enum([...offeredThemes, 'system']);
export const ConsentPolicy = z
  .enum(['none', 'required'])
  .describe('`required`: nothing about readers is stored before they agree.');

const Code = z
  .string()
  .regex(/^[0-9A-Za-z_.-]{1,64}$/, 'Must be 1 to 64 letters, digits, `_`, `.` or `-`.');

const Address = z
  .string()
  .min(1)
  .max(2000)
  .describe('`https` only, without user name and password.');

/** What of a deployment its account writes, each by itself. What depends on the server is checked later. */
export const deploymentFields = {
  name: z
    .string()
    .max(200)
    .transform(cleanLine)
    .pipe(z.string().min(1, 'Must not be empty.'))
    .describe('For people; pages show it where there is no logo.'),
  tokens: Tokens,
  locale: z
    .string()
    .max(35)
    .transform((text, context) => {
      const tag = languageTag(text);
      if (tag) return tag;
      context.addIssue('Must be a BCP 47 language tag, such as `de-AT`.');
      return z.NEVER;
    })
    .describe('BCP 47 tag of the reader’s interface.'),
  currency: SaleCurrency,
  affiliate: Code.describe('Code of the partner that sales count for unless a page names another.'),
  campaign: Code.describe('The partner’s campaign.'),
  themes: z
    .array(z.enum(offeredThemes))
    .min(1)
    .max(10)
    .transform((all) => offeredThemes.filter((one) => all.includes(one)))
    .describe('Those that a reader may choose from. In each of them text must be readable.'),
  readerSettings: z.boolean().describe('Whether a reader’s own settings go before these.'),
  buy: Address.describe(
    `Where a book is bought: \`https\`, with placeholders behind the host: ${buyPlaceholders
      .map((name) => `\`{${name}}\``)
      .join(' ')}.`,
  ),
  address: Address,
  frameAncestors: z
    .array(Address)
    .max(20)
    .describe('Origins whose pages may show those of this deployment in a frame.'),
  keyId: z
    .string()
    .regex(/^key_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins key_.')
    .describe('Publishable key of the same account that pages on its domains are counted to.'),
};
