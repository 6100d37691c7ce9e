import {
  type ThemeName,
  themes,
  type Token,
  type TokenName,
  tokenNames,
  tokens,
  tokenValue,
} from '../../shared/theme-tokens.ts';
import type { Deployment, DeploymentPatch } from '../api/contract.ts';

/** A deployment that is being edited. A new logo or font has a `data:` URL. */
export type Draft = Deployment;

/** Returns a token's value in one theme, or an empty string if the deployment does not set it. */
export function tokenText(draft: Draft, name: TokenName, theme: ThemeName): string {
  return tokenValue(draft.theme.tokens[name], theme) ?? '';
}

/**
 * Sets a token in one theme, or in all themes with `theme` null. An empty string restores the
 * default.
 */
export function withToken(
  draft: Draft,
  name: TokenName,
  theme: ThemeName | null,
  text: string,
): Draft {
  const { [name]: before, ...others } = draft.theme.tokens;
  const value = theme === null ? text : themedValue(name, before, theme, text);
  const all = value === '' ? others : { ...others, [name]: value };
  return { ...draft, theme: { ...draft.theme, tokens: all } };
}

function themedValue(
  name: TokenName,
  before: Token | undefined,
  theme: ThemeName,
  text: string,
): Record<ThemeName, string> | '' {
  const defaultIn = (one: ThemeName) => tokenValue(tokens[name], one);
  const valueIn = (one: ThemeName) =>
    (one === theme ? text : tokenValue(before, one)) || defaultIn(one);
  const value = { light: valueIn('light'), dark: valueIn('dark'), sepia: valueIn('sepia') };
  return themes.every((one) => value[one] === defaultIn(one)) ? '' : value;
}

/** Returns a saved deployment with the changes from an earlier draft to a later one. */
export function withLaterChanges(
  saved: Deployment,
  before: Draft | null,
  later: Draft | null,
): Draft {
  if (!before || !later) return saved;
  const changed = Object.entries(later).filter(
    ([name, value]) => value !== new Map(Object.entries(before)).get(name),
  );
  return { ...saved, ...Object.fromEntries(changed) };
}

/** Returns the change that saves a draft. */
export function toPatch(draft: Draft, saved: Deployment): DeploymentPatch {
  const removed = tokenNames.filter(
    (name) => saved.theme.tokens[name] !== undefined && draft.theme.tokens[name] === undefined,
  );
  const removals = Object.fromEntries(removed.map((name) => [name, null]));
  return {
    name: draft.name,
    theme: { name: draft.theme.name, tokens: { ...draft.theme.tokens, ...removals } },
    logo: logoPatch(draft, saved),
    fonts: draft.fonts.map(({ url, ...face }) =>
      isNewFile(url) ? { ...face, data: url } : { ...face, url },
    ),
    locale: draft.locale || null,
    currency: draft.currency || null,
    affiliate: draft.affiliate || null,
    campaign: draft.campaign || null,
    features: draft.features,
    consent: draft.consent,
    links: {
      buy: draft.links.buy || null,
      home: draft.links.home || null,
      privacy: draft.links.privacy || null,
      terms: draft.links.terms || null,
    },
    frameAncestors: draft.frameAncestors,
    books: draft.books,
    keyId: draft.keyId || null,
  };
}

function logoPatch({ logo }: Draft, saved: Deployment): DeploymentPatch['logo'] {
  if (!logo) return null;
  if (isNewFile(logo.url)) return { data: logo.url, alt: logo.alt };
  return saved.logo?.alt === logo.alt ? undefined : { alt: logo.alt };
}

const isNewFile = (url: string) => url.startsWith('data:');

/** Whether a draft has changes that are not saved. */
export function isChanged(draft: Draft, saved: Deployment): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

/** Reads a chosen file as a `data:` URL of a type. @param type - Defaults to the file's own. */
export function readFileUrl(file: File, type = file.type): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(String(reader.result).replace(/^data:[^,]*,/, `data:${type};base64,`));
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}

/** Returns the width and height of an image in pixels. */
export async function imageSize(url: string): Promise<{ width: number; height: number }> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth || 1, height: image.naturalHeight || 1 };
}
