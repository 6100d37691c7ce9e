import { z } from 'zod';
import { type Theme, themes, type TokenName, tokenNames, tokenTable } from './token-table.ts';
import { readToken } from './token-value.ts';

/** What a caller gives for a token: a value for every theme, or for some of them. */
export type TokenInput = string | Partial<Record<Theme, string>>;

const Text = z.string().max(1000);
const Value = z.union([
  Text,
  z
    .strictObject({ light: Text, dark: Text, sepia: Text })
    .partial()
    .refine((values) => Object.keys(values).length > 0, 'Must have a theme at least.'),
]);
const Name = z.enum(tokenNames, 'There is no such token.');

type Given = Partial<Record<TokenName, z.infer<typeof Value> | null>>;

/** Custom properties of the reader; a theme that is left out has the default. */
export const Tokens = z
  .partialRecord(Name, Value)
  .transform((tokens, context): Partial<Record<TokenName, TokenInput>> =>
    withoutNull(normalised(tokens, context)),
  )
  .describe('Custom properties of the reader: each one value of its kind, or one for each theme.');

/** The same in a patch: null takes one away. */
export const TokensPatch = z.partialRecord(Name, Value.nullable()).transform(normalised);

function normalised(
  tokens: Given,
  context: z.RefinementCtx,
): Partial<Record<TokenName, TokenInput | null>> {
  const read = (name: TokenName, text: string, path: string[]): string => {
    const reading = readToken(tokenTable[name], text);
    if ('value' in reading) return reading.value;
    context.addIssue({ code: 'custom', path, message: reading.fault });
    return '';
  };
  const readAll = (name: TokenName, value: Exclude<Given[TokenName], undefined>) => {
    if (value === null) return null;
    if (typeof value === 'string') return read(name, value, [name]);
    const given = themes.flatMap((theme): [Theme, string][] => {
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

function withoutNull(
  tokens: Partial<Record<TokenName, TokenInput | null>>,
): Partial<Record<TokenName, TokenInput>> {
  return Object.fromEntries(Object.entries(tokens).filter(([, value]) => value !== null));
}
