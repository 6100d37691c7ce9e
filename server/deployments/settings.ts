import { Failure, type FailureDetail } from '../failure.ts';
import {
  purchaseUrlError,
  type PurchaseUrlRules,
  buyTemplateError,
} from '../values/buy-template.ts';
import type { DeploymentSettings, DeploymentPatch, ThemeTokens } from './contract.ts';
import { checkContrast } from './contrast.ts';
import {
  type SelectableTheme,
  selectableThemes,
  type TokenName,
  tokenNames,
  tokens,
  tokenValue,
} from '../../shared/theme-tokens.ts';
import type { TokenInput } from './token-values.ts';

/** A deployment's defaults. */
const defaults = {
  features: {
    contents: true,
    search: true,
    marks: true,
    settings: true,
    title: true,
    progress: true,
    menu: true,
    fullscreen: true,
    buy: true,
    themes: [...selectableThemes],
    readerSettings: true,
  },
  links: { buy: null, home: null, privacy: null, terms: null },
} satisfies Partial<DeploymentSettings>;

/**
 * Validates settings against each other and the server's configuration, and normalizes origins.
 *
 * @throws Failure `invalid_request`, `contrast_too_low`: each names the member.
 */
export function checkSettings(
  settings: DeploymentSettings,
  rules: PurchaseUrlRules,
): DeploymentSettings {
  const errors = [
    ...linkErrors(settings, rules),
    ...frameAncestorErrors(settings, rules),
    ...themeErrors(settings),
  ];
  if (errors.length > 0) {
    const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
    throw new Failure('invalid_request', summary, { errors });
  }
  checkContrast(settings.theme.tokens, settings.features.themes);
  const origins = settings.frameAncestors.map((one) => new URL(one).origin);
  return { ...settings, frameAncestors: [...new Set(origins)] };
}

function linkErrors({ links }: DeploymentSettings, rules: PurchaseUrlRules): FailureDetail[] {
  const { buy, ...addresses } = links;
  const checks: [string, string | null][] = [
    ['buy', buy === null ? null : buyTemplateError(buy, rules)],
    ...Object.entries(addresses).map(([name, address]): [string, string | null] => [
      name,
      address === null ? null : purchaseUrlError(address, rules),
    ]),
  ];
  return checks.flatMap(([name, detail]) =>
    detail === null ? [] : [{ pointer: `/links/${name}`, detail }],
  );
}

/** Accepts only origins because they become part of a header. */
function frameAncestorErrors(
  { frameAncestors }: DeploymentSettings,
  rules: PurchaseUrlRules,
): FailureDetail[] {
  return frameAncestors.flatMap((text, index) => {
    const detail =
      purchaseUrlError(text, rules) ??
      (/^https?:\/\/[^/?#;,*']+\/?$/i.test(text)
        ? null
        : 'Must be an origin: scheme, host and port only, such as https://example.com.');
    return detail === null ? [] : [{ pointer: `/frameAncestors/${index}`, detail }];
  });
}

/** Requires the initial theme to be one of the enabled themes. */
function themeErrors({ theme, features }: DeploymentSettings): FailureDetail[] {
  const required: readonly SelectableTheme[] =
    theme.name === 'system'
      ? ['light', 'dark']
      : selectableThemes.filter((one) => one === theme.name);
  const missing = required.filter((one) => !features.themes.includes(one));
  if (missing.length === 0) return [];
  const detail = `Requires ${missing.join(' and ')} in /features/themes.`;
  return [{ pointer: '/theme/name', detail }];
}

type TokenInputs = Partial<Record<TokenName, TokenInput | null>>;

/** Merges a patch into settings (RFC 7396). Null restores the default. */
export function patchSettings(
  before: DeploymentSettings,
  patch: DeploymentPatch,
): DeploymentSettings {
  const { theme, features, links } = patch;
  return {
    theme: {
      name: theme === null ? null : patchedValue(theme?.name, before.theme.name, null),
      tokens:
        theme === null || theme?.tokens === null
          ? {}
          : mergeTokens(before.theme.tokens, theme?.tokens ?? {}),
    },
    locale: patchedValue(patch.locale, before.locale, null),
    currency: patchedValue(patch.currency, before.currency, null),
    affiliate: patchedValue(patch.affiliate, before.affiliate, null),
    campaign: patchedValue(patch.campaign, before.campaign, null),
    features: patchMembers(before.features, features, defaults.features),
    consent: patchedValue(patch.consent, before.consent, 'none'),
    links: patchMembers(before.links, links, defaults.links),
    frameAncestors: patchedValue(patch.frameAncestors, before.frameAncestors, []),
    keyId: patchedValue(patch.keyId, before.keyId, null),
  };
}

/** Merges tokens. Themes that the patch omits keep their values or get the defaults. */
export function mergeTokens(before: ThemeTokens, patch: TokenInputs): ThemeTokens {
  return Object.fromEntries(
    tokenNames.flatMap((name): [TokenName, ThemeTokens[TokenName]][] => {
      const given = patch[name];
      if (given === null) return [];
      const current = before[name];
      if (given === undefined) return current === undefined ? [] : [[name, current]];
      if (typeof given === 'string') return [[name, given]];
      const base = {
        light: tokenValue(tokens[name], 'light'),
        dark: tokenValue(tokens[name], 'dark'),
        sepia: tokenValue(tokens[name], 'sepia'),
      };
      return [[name, { ...base, ...(typeof current === 'object' ? current : {}), ...given }]];
    }),
  );
}

/** Returns the value after a patch. Undefined means that the patch does not name it. */
function patchedValue<Value>(
  patched: Value | null | undefined,
  before: Value,
  unset: Value,
): Value {
  return patched === undefined ? before : (patched ?? unset);
}

function patchMembers<Members extends object>(
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
