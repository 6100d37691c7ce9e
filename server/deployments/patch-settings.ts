import type { DeploymentPatch, DeploymentSettings, ThemeTokens } from './contract.ts';
import type { TokenInput } from './token-fields.ts';
import { defaultOf, offeredThemes, type TokenName, tokenNames } from './token-table.ts';

type Inputs = Partial<Record<TokenName, TokenInput | null>>;

/** What a deployment is without being told otherwise. */
const defaults = {
  features: {
    contents: true,
    search: true,
    marks: true,
    settings: true,
    title: true,
    progress: true,
    menu: true,
    buy: true,
    themes: [...offeredThemes],
    readerSettings: true,
  },
  links: { buy: null, home: null, privacy: null, terms: null },
} satisfies Partial<DeploymentSettings>;

/** Settings with a patch merged into them (RFC 7396): null brings the default back. */
export function patchSettings(
  before: DeploymentSettings,
  patch: DeploymentPatch,
): DeploymentSettings {
  const { theme, features, links } = patch;
  return {
    theme: {
      name: theme === null ? null : keptOr(theme?.name, before.theme.name, null),
      tokens:
        theme === null || theme?.tokens === null
          ? {}
          : mergeTokens(before.theme.tokens, theme?.tokens ?? {}),
    },
    locale: keptOr(patch.locale, before.locale, null),
    currency: keptOr(patch.currency, before.currency, null),
    affiliate: keptOr(patch.affiliate, before.affiliate, null),
    campaign: keptOr(patch.campaign, before.campaign, null),
    features: merge(before.features, features, defaults.features),
    consent: keptOr(patch.consent, before.consent, 'none'),
    links: merge(before.links, links, defaults.links),
    frameAncestors: keptOr(patch.frameAncestors, before.frameAncestors, []),
    keyId: keptOr(patch.keyId, before.keyId, null),
  };
}

/** Tokens with others merged into them; themes that are left out get their defaults. */
export function mergeTokens(before: ThemeTokens, patch: Inputs): ThemeTokens {
  return Object.fromEntries(
    tokenNames.flatMap((name): [TokenName, ThemeTokens[TokenName]][] => {
      const given = patch[name];
      if (given === null) return [];
      const kept = before[name];
      if (given === undefined) return kept === undefined ? [] : [[name, kept]];
      if (typeof given === 'string') return [[name, given]];
      const base = {
        light: defaultOf(name, 'light'),
        dark: defaultOf(name, 'dark'),
        sepia: defaultOf(name, 'sepia'),
      };
      return [[name, { ...base, ...(typeof kept === 'object' ? kept : {}), ...given }]];
    }),
  );
}

/** Undefined: not named by the patch. */
function keptOr<Value>(patched: Value | null | undefined, before: Value, unset: Value): Value {
  return patched === undefined ? before : (patched ?? unset);
}

function merge<Members extends object>(
  before: Members,
  patch: { [Name in keyof Members]?: Members[Name] | null } | null | undefined,
  unset: Members,
): Members {
  if (patch === null) return unset;
  const named = Object.entries(patch ?? {}).filter(([, value]) => value !== undefined);
  const entries = named.map(([name, value]) => [
    name,
    value ?? Object.getOwnPropertyDescriptor(unset, name)?.value,
  ]);
  return { ...before, ...Object.fromEntries(entries) };
}
