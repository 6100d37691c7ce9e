import { formatHex, parse } from 'culori';
import type { TokenRule } from './token-table.ts';

/** The value as it is kept, or what is wrong with it. */
export type TokenReading = { value: string } | { fault: string };

/**
 * Reads exactly one value of a token's kind and writes it anew: nothing of the text that came in is
 * kept as it was, so no declaration, function or markup gets into a style sheet by it.
 */
export function readToken(rule: TokenRule, text: string): TokenReading {
  if (rule.kind === 'ink' && text.trim() === 'initial') return { value: 'initial' };
  if (rule.kind === 'color' || rule.kind === 'ink') return readColor(text.trim());
  if (rule.kind === 'font-family') return readFamilies(text.trim());
  return readNumber(rule, text.trim());
}

/** Any colour of CSS that names no other value; kept as six digits of sRGB. */
function readColor(text: string): TokenReading {
  const color = text.length <= 100 ? parse(text) : undefined;
  const hex = color && formatHex(color);
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) {
    return { fault: 'Must be a colour, such as #2457d6, and nothing else.' };
  }
  if ((color.alpha ?? 1) < 1) return { fault: 'Must be an opaque colour, such as #2457d6.' };
  return { value: hex };
}

function readNumber(
  { kind, least, most }: Extract<TokenRule, { least: number }>,
  text: string,
): TokenReading {
  const unit = kind === 'length' ? 'px' : '';
  const digits = text.endsWith(unit) ? text.slice(0, text.length - unit.length) : '';
  const number = /^[+-]?\d{1,4}(\.\d{1,6})?$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(number >= least && number <= most)) {
    return { fault: `Must be from ${least}${unit} to ${most}${unit}, and nothing else.` };
  }
  // `-0` is kept as `0`.
  return { value: `${number + 0}${unit}` };
}

/** CSS Fonts 4, section 2.1.2. */
const generic = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'math',
  '-apple-system',
]);

const mostFamilies = 20;

/** What the name of a family may be made of: neither quotes nor anything else that CSS or HTML reads. */
export const familyName = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.+-]{0,58}[\p{L}\p{M}\p{N}])?$/u;

function readFamilies(text: string): TokenReading {
  const families = text.split(',').map((one) => one.trim().replace(/^(["'])(.*)\1$/s, '$2'));
  const isList = families.every((one) => generic.has(one.toLowerCase()) || familyName.test(one));
  if (!isList || families.length > mostFamilies) {
    const fault = `Must be up to ${mostFamilies} names of fonts, comma-separated, such as 'Noto Serif', serif.`;
    return { fault };
  }
  const written = families.map((one) => (generic.has(one.toLowerCase()) ? one : `'${one}'`));
  return { value: written.join(', ') };
}
