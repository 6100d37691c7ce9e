import { formatHex, parse } from 'culori';
import {
  type TokenRule,
  type ThemeName,
  themes,
  type TokenName,
  tokenNames,
  tokenRules,
} from '../../shared/theme-tokens.ts';
import { z } from 'zod';

const Text = z.string().max(1000);

const Value = z.union([
  Text,
  z
    .strictObject({ light: Text, dark: Text, sepia: Text })
    .partial()
    .refine((values) => Object.keys(values).length > 0, 'Must have a theme at least.'),
]);

const Name = z.enum(tokenNames, 'There is no such token.');

/** Custom properties of the reader; a theme that is left out has the default. */
export const Tokens = z
  .partialRecord(Name, Value)
  .transform((tokens, context): Partial<Record<TokenName, TokenInput>> =>
    omitNull(normalizeTokens(tokens, context)),
  )
  .describe('Custom properties of the reader: each one value of its kind, or one for each theme.');

/** The same in a patch: null takes one away. */
export const TokensPatch = z.partialRecord(Name, Value.nullable()).transform(normalizeTokens);
/** The value as it is kept, or what is wrong with it. */
export type TokenParseResult = { value: string } | { error: string };

/**
 * Reads exactly one value of a token's kind and writes it anew: nothing of the text that came in is
 * kept as it was, so no declaration, function or markup gets into a style sheet by it.
 */
export function parseToken(rule: TokenRule, text: string): TokenParseResult {
  if (rule.kind === 'ink' && text.trim() === 'initial') return { value: 'initial' };
  if (rule.kind === 'color' || rule.kind === 'ink') return parseColor(text.trim());
  if (rule.kind === 'font-family') return parseFontFamilies(text.trim());
  return parseNumber(rule, text.trim());
}

/** Any colour of CSS that names no other value; kept as six digits of sRGB. */
function parseColor(text: string): TokenParseResult {
  const color = text.length <= 100 ? parse(text) : undefined;
  const hex = color && formatHex(color);
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) {
    return { error: 'Must be a colour, such as #2457d6, and nothing else.' };
  }
  if ((color.alpha ?? 1) < 1) return { error: 'Must be an opaque colour, such as #2457d6.' };
  return { value: hex };
}

function parseNumber(
  { kind, min, max }: Extract<TokenRule, { min: number }>,
  text: string,
): TokenParseResult {
  const unit = kind === 'length' ? 'px' : '';
  const digits = text.endsWith(unit) ? text.slice(0, text.length - unit.length) : '';
  const number = /^[+-]?\d{1,4}(\.\d{1,6})?$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(number >= min && number <= max)) {
    return { error: `Must be from ${min}${unit} to ${max}${unit}, and nothing else.` };
  }
  // `-0` is kept as `0`.
  return { value: `${number + 0}${unit}` };
}

/** CSS Fonts 4, section 2.1.2. */
const genericFamilies = new Set([
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

const maxFamilies = 20;

/** What the name of a family may be made of: neither quotes nor anything else that CSS or HTML reads. */
export const fontFamilyPattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.+-]{0,58}[\p{L}\p{M}\p{N}])?$/u;

function parseFontFamilies(text: string): TokenParseResult {
  const families = text.split(',').map((one) => one.trim().replace(/^(["'])(.*)\1$/s, '$2'));
  const isList = families.every(
    (one) => genericFamilies.has(one.toLowerCase()) || fontFamilyPattern.test(one),
  );
  if (!isList || families.length > maxFamilies) {
    const error = `Must be up to ${maxFamilies} names of fonts, comma-separated, such as 'Noto Serif', serif.`;
    return { error };
  }
  const written = families.map((one) =>
    genericFamilies.has(one.toLowerCase()) ? one : `'${one}'`,
  );
  return { value: written.join(', ') };
}

/** What a caller gives for a token: a value for every theme, or for some of them. */
export type TokenInput = string | Partial<Record<ThemeName, string>>;

type TokenInputsByName = Partial<Record<TokenName, z.infer<typeof Value> | null>>;

function normalizeTokens(
  tokens: TokenInputsByName,
  context: z.RefinementCtx,
): Partial<Record<TokenName, TokenInput | null>> {
  const read = (name: TokenName, text: string, path: string[]): string => {
    const reading = parseToken(tokenRules[name], text);
    if ('value' in reading) return reading.value;
    context.addIssue({ code: 'custom', path, message: reading.error });
    return '';
  };
  const readAll = (name: TokenName, value: Exclude<TokenInputsByName[TokenName], undefined>) => {
    if (value === null) return null;
    if (typeof value === 'string') return read(name, value, [name]);
    const given = themes.flatMap((theme): [ThemeName, string][] => {
      const text = value[theme];
      return text === undefined ? [] : [[theme, read(name, text, [name, theme])]];
    });
    return Object.fromEntries(given);
  };
  return Object.fromEntries(
    tokenNames.flatMap((name) => {
      const value = tokens[name];
      return value === undefined ? [] : [[name, readAll(name, value)]];
    }),
  );
}

function omitNull(
  tokens: Partial<Record<TokenName, TokenInput | null>>,
): Partial<Record<TokenName, TokenInput>> {
  return Object.fromEntries(Object.entries(tokens).filter(([, value]) => value !== null));
}
