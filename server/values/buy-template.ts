import { buyPlaceholders } from '../../shared/buy-placeholders.ts';

export type BuyPlaceholder = (typeof buyPlaceholders)[number];

/** Value of each placeholder. Absent values are replaced by an empty string. */
export type BuyValues = Partial<Record<BuyPlaceholder, string | null>>;

/** Whether loopback addresses are accepted, including over http. For development only. */
export interface PurchaseUrlRules {
  allowLoopback: boolean;
}

const placeholder = /\{([^{}]*)\}/g;

/**
 * Returns the error in a purchase URL template, or null if it is valid. A valid template always
 * resolves to the host written in it, regardless of the values.
 */
export function buyTemplateError(template: string, rules: PurchaseUrlRules): string | null {
  const known: readonly string[] = buyPlaceholders;
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `Unknown placeholder {${unknown.slice(0, 40)}}. Supported placeholders: ${known.join(', ')}.`;
  }
  const [authority = ''] = /^[^:/?#]*:\/\/[^/?#]*/.exec(template) ?? [];
  if (/[{}]/.test(authority)) return 'Placeholders are allowed only after the host.';
  const bare = template.replaceAll(placeholder, 'x');
  if (/[{}]/.test(bare)) return 'Braces may only enclose a placeholder, such as {bookId}.';
  return purchaseUrlError(bare, rules);
}

/** Returns the rule that an invalid template violates. */
export function buyTemplateReason(template: string): 'url' | 'https' | 'placeholder' {
  const isUrl =
    purchaseUrlError(template.replaceAll(/[{}]/g, ''), { allowLoopback: true }) === null;
  if (isUrl) return 'placeholder';
  return URL.parse(template)?.protocol === 'http:' ? 'https' : 'url';
}

/** Returns the error in a purchase URL, or null if it is valid. */
export function purchaseUrlError(
  address: string,
  { allowLoopback }: PurchaseUrlRules,
): string | null {
  if (!/^https?:\/\/[^/\\]/i.test(address)) return 'Must be a URL that begins with https://.';
  // Browsers treat a backslash as a slash and remove line breaks and tabs.
  if (/[\s\p{Cc}\\<>"`]/u.test(address))
    return 'Must not contain spaces, quotes or angle brackets.';
  const url = URL.parse(address);
  if (!url || !url.hostname) return 'Must be an absolute URL, such as https://shop.example/book.';
  if (url.username || url.password) return 'Must not contain a user name or password.';
  const isLocal = isLoopbackHost(url.hostname);
  if (isLocal && !allowLoopback) return 'Must not point to a loopback address.';
  if (url.protocol === 'http:' && !isLocal) return 'Must be a URL that begins with https://.';
  return null;
}

/**
 * Fills the template with percent-encoded values. Missing values are empty. Values that consist
 * only of dots are omitted because they would act as path segments. The result is ASCII, as HTTP
 * headers require.
 */
export function fillBuyTemplate(template: string, values: BuyValues): string {
  const given = new Map<string, string | null | undefined>(Object.entries(values));
  const filled = template.replaceAll(placeholder, (_, name: string) => {
    const value = (given.get(name) ?? '').toWellFormed();
    return /^\.+$/.test(value) ? '' : encodeURIComponent(value);
  });
  return new URL(filled).href;
}

function isLoopbackHost(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname);
}
