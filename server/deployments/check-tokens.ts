import {
  type SelectableTheme,
  type ThemeName,
  themes,
  type TokenName,
  tokenNames,
  tokenRules,
} from '../../shared/theme-tokens.ts';
import type { ThemeTokens } from './contract.ts';
import { type ContrastProblem, contrastProblems } from './contrast.ts';
import { mergeTokens } from './settings.ts';
import { parseToken, type TokenInput } from './token-values.ts';

/** A value that is invalid for its token. */
export interface TokenError {
  token: TokenName;
  /** Null if the value is for all themes. */
  theme: ThemeName | null;
  detail: string;
}

/** The appearance of a deployment with these tokens. */
export interface TokenCheck {
  /** The valid values in normalized form. */
  tokens: ThemeTokens;
  errors: TokenError[];
  problems: ContrastProblem[];
}

/**
 * Checks tokens during input. The contrast check treats invalid values as unset.
 *
 * @param shown - Themes that readers can choose.
 */
export function checkTokens(
  input: Readonly<Partial<Record<TokenName, TokenInput>>>,
  shown: readonly SelectableTheme[],
): TokenCheck {
  const errors: TokenError[] = [];
  const read = (token: TokenName, theme: ThemeName | null, text: string): string | null => {
    const parsed = parseToken(tokenRules[token], text);
    if ('value' in parsed) return parsed.value;
    errors.push({ token, theme, detail: parsed.error });
    return null;
  };
  const readThemes = (token: TokenName, values: Partial<Record<ThemeName, string>>) =>
    Object.fromEntries(
      themes.flatMap((theme) => {
        const text = values[theme];
        const value = text === undefined ? null : read(token, theme, text);
        return value === null ? [] : [[theme, value]];
      }),
    );
  const accepted: [TokenName, TokenInput][] = tokenNames.flatMap((token) => {
    const given = input[token];
    if (given === undefined) return [];
    const value = typeof given === 'string' ? read(token, null, given) : readThemes(token, given);
    return value === null ? [] : [[token, value]];
  });
  const tokens = mergeTokens({}, Object.fromEntries(accepted));
  return { tokens, errors, problems: contrastProblems(tokens, shown) };
}
