import { type Command, InvalidArgumentError } from 'commander';
import { BookPatch } from '../books/book-input.ts';
import { Failure } from '../failure.ts';
import { parseInput } from './parse-input.ts';

/**
 * A book's price, sample and buy link. Each flag contains a patch instead of a value because
 * commander converts null to an empty string.
 */
export interface SaleTermFlags {
  price?: BookPatch;
  sample?: BookPatch;
  buyUrl?: BookPatch;
}

/** Adds the options. The value `none` removes the current value. */
export function addSaleTermOptions(command: Command): Command {
  return command
    .option('--price <money>', 'such as "9.99 EUR" (none removes the price)', parsePrice)
    .option(
      '--sample <share>',
      'part that everyone may read, such as 10%, or section paths (none makes the book free)',
      parseAccess,
    )
    .option(
      '--buy-url <template>',
      'such as https://shop.example/{isbn} (none removes the link)',
      parseBuyUrl,
    );
}

/** Returns the combined patch of all flags, or null if none was set. */
export function toBookPatch({ price, sample, buyUrl }: SaleTermFlags): BookPatch | null {
  const patch = { ...price, ...sample, ...buyUrl };
  return Object.keys(patch).length > 0 ? patch : null;
}

function parsePrice(text: string): BookPatch {
  if (text === 'none') return { price: null };
  const [amount, currency, ...rest] = text.trim().split(/\s+/);
  if (currency === undefined || rest.length > 0) {
    throw new InvalidArgumentError(
      `Must be an amount and a currency, such as "9.99 EUR", got "${text}".`,
    );
  }
  return validatePatch({ price: { amount, currency: currency.toUpperCase() } });
}

function parseAccess(text: string): BookPatch {
  if (text === 'none') return { access: null };
  // Without letters, a value is a share, not the path of a section.
  if (!/\p{L}/u.test(text))
    return validatePatch({ access: { mode: 'sample', share: parseShare(text) } });
  return validatePatch({
    access: { mode: 'sample', sections: text.split(',').map((path) => path.trim()) },
  });
}

function parseShare(text: string): number {
  const percent = Number(/^(\d{1,2}(?:\.\d{1,4})?)\s*%$/.exec(text.trim())?.[1]);
  if (percent > 0) return percent / 100;
  throw new InvalidArgumentError(
    `Must be a percentage greater than 0% and less than 100%, such as 10% or 7.5%, or paths of sections, got "${text}".`,
  );
}

function parseBuyUrl(text: string): BookPatch {
  return text === 'none' ? { buyUrl: null } : validatePatch({ buyUrl: text });
}

/** Validates a patch with the API's schema. */
function validatePatch(patch: object): BookPatch {
  try {
    return parseInput(BookPatch, patch);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new InvalidArgumentError(error.errors.map(({ detail }) => detail).join(' '));
  }
}
