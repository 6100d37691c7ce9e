import { formatHex } from 'culori';
import { parseCssColor } from '../values/css-color.ts';
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
    .refine((values) => Object.keys(values).length > 0, 'Must contain at least one theme.'),
]);

const Name = z.enum(tokenNames, 'Unknown token.');

/** The reader's custom properties. Omitted themes get the default. */
export const Tokens = z
  .partialRecord(Name, Value)
  .transform((tokens, context): Partial<Record<TokenName, TokenInput>> =>
    omitNull(normalizeTokens(tokens, context)),
  )
  .describe('The reader’s custom properties, each with one value for all themes or one per theme.');

/** Tokens in a patch. Null removes a token. */
export const TokensPatch = z.partialRecord(Name, Value.nullable()).transform(normalizeTokens);

/** The normalized value, or an error. */
export type TokenParseResult = { value: string } | { error: string };

/**
 * Parses exactly one value of a token's kind and serializes it again. No part of the input is kept
 * verbatim, so it cannot inject declarations, functions or markup into a style sheet.
 */
export function parseToken(rule: TokenRule, text: string): TokenParseResult {
  if (allowsInitial(rule) && text.trim() === 'initial') return { value: 'initial' };
  if (rule.kind === 'color' || rule.kind === 'ink' || rule.kind === 'background') {
    return parseColor(text.trim());
  }
  if (rule.kind === 'keyword') return parseKeyword(rule.values, text.trim());
  if (rule.kind === 'font-family') return parseFontFamilies(text.trim());
  return parseNumber(rule, text.trim());
}

/** Whether a token accepts `initial`, the reader's own value. */
function allowsInitial(rule: TokenRule): boolean {
  if (rule.kind === 'ink' || rule.kind === 'background') return true;
  return 'isOptional' in rule && rule.isOptional === true;
}

function parseKeyword(values: readonly string[], text: string): TokenParseResult {
  const value = values.find((one) => one === text.toLowerCase());
  return value ? { value } : { error: `Must be one of ${values.join(', ')}.` };
}

/** Parses any absolute CSS color and normalizes it to six-digit sRGB hex. */
function parseColor(text: string): TokenParseResult {
  const color = text.length <= 100 ? parseCssColor(text) : undefined;
  const hex = color && formatHex(color);
  if (!hex || !/^#[0-9a-f]{6}$/.test(hex)) {
    return { error: 'Must be a single color, such as #2457d6.' };
  }
  if ((color.alpha ?? 1) < 1) return { error: 'Must be an opaque color, such as #2457d6.' };
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
    return { error: `Must be a single value from ${min}${unit} to ${max}${unit}.` };
  }
  // Adding 0 converts `-0` to `0`.
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

/**
 * Valid font family names, without quotes or other characters that have a meaning in CSS or HTML.
 */
export const fontFamilyPattern =
  /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _.+-]{0,58}[\p{L}\p{M}\p{N}])?$/u;

function parseFontFamilies(text: string): TokenParseResult {
  const families = text.split(',').map((one) => one.trim().replace(/^(["'])(.*)\1$/s, '$2'));
  const isList = families.every(
    (one) => genericFamilies.has(one.toLowerCase()) || fontFamilyPattern.test(one),
  );
  if (!isList || families.length > maxFamilies) {
    const error = `Must be at most ${maxFamilies} comma-separated font names, such as 'Noto Serif', serif.`;
    return { error };
  }
  const written = families.map((one) =>
    genericFamilies.has(one.toLowerCase()) ? one : `'${one}'`,
  );
  return { value: written.join(', ') };
}

/** A token as sent by the client, with one value for all themes or values for some themes. */
export type TokenInput = string | Partial<Record<ThemeName, string>>;

type TokenInputsByName = Partial<Record<TokenName, z.infer<typeof Value> | null>>;

function normalizeTokens(
  tokens: TokenInputsByName,
  context: z.RefinementCtx,
): Partial<Record<TokenName, TokenInput | null>> {
  const read = (name: TokenName, text: string, path: string[]): string => {
    const parsed = parseToken(tokenRules[name], text);
    if ('value' in parsed) return parsed.value;
    context.addIssue({ code: 'custom', path, message: parsed.error });
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
