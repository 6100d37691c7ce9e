import { type Command, InvalidArgumentError } from 'commander';
import { BookPatch } from '../books/book-input.ts';

/**
 * What a book costs, how much of it everyone may read, and where it is sold: what each flag changes.
 * Not the bare values, since the parser of flags makes an empty text of null.
 */
export interface SaleTermFlags {
  price?: BookPatch;
  sample?: BookPatch;
  buyUrl?: BookPatch;
}

/** Adds the flags; `none` takes away what was there. */
export function addSaleTermOptions(command: Command): Command {
  return command
    .option('--price <money>', 'such as "9.99 EUR"; none: it has no price', parsePrice)
    .option(
      '--sample <share>',
      'how much everyone may read, such as 10%, or paths of sections; none: all',
      parseAccess,
    )
    .option(
      '--buy-url <template>',
      'such as https://shop.example/{isbn}; none: no shop',
      parseBuyUrl,
    );
}

/** The change of the book that the flags ask for; null when they ask for none. */
export function toBookPatch({ price, sample, buyUrl }: SaleTermFlags): BookPatch | null {
  const patch = { ...price, ...sample, ...buyUrl };
  return Object.keys(patch).length > 0 ? patch : null;
}

function parsePrice(text: string): BookPatch {
  if (text === 'none') return { price: null };
  const [amount, currency, ...rest] = text.trim().split(/\s+/);
  if (currency === undefined || rest.length > 0) {
    throw new InvalidArgumentError('It is an amount and a currency: "9.99 EUR".');
  }
  return validatePatch({ price: { amount, currency: currency.toUpperCase() } });
}

function parseAccess(text: string): BookPatch {
  if (text === 'none') return { access: null };
  const percent = /^(\d{1,2}(?:\.\d{1,4})?)\s*%$/.exec(text.trim())?.[1];
  const access =
    percent === undefined
      ? { mode: 'sample', sections: text.split(',').map((path) => path.trim()) }
      : { mode: 'sample', share: Number(percent) / 100 };
  return validatePatch({ access });
}

function parseBuyUrl(text: string): BookPatch {
  return text === 'none' ? { buyUrl: null } : validatePatch({ buyUrl: text });
}

/** By the same rules as the API's. */
function validatePatch(patch: object): BookPatch {
  const { data, error } = BookPatch.safeParse(patch);
  if (data) return data;
  throw new InvalidArgumentError(error.issues.map(({ message }) => message).join(' '));
}
