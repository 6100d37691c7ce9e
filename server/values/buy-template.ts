/** What the address of a shop may be filled in with. */
export const buyPlaceholders = [
  'bookId',
  'isbn',
  'affiliate',
  'campaign',
  'sub',
  'clickId',
  'traceId',
  'currency',
  'locale',
] as const;

export type BuyPlaceholder = (typeof buyPlaceholders)[number];

/** What an absent value is filled in as. */
export type BuyValues = Partial<Record<BuyPlaceholder, string | null>>;

/** Whether addresses of this very machine are taken, by http too: for development. */
export interface PurchaseUrlRules {
  allowLoopback: boolean;
}

const placeholder = /\{([^{}]*)\}/g;

/**
 * What is wrong with the template of a link to a shop; null: nothing. Whatever it is filled in with, it
 * leads to the host that is written in it.
 */
export function buyTemplateError(template: string, rules: PurchaseUrlRules): string | null {
  const known: readonly string[] = buyPlaceholders;
  const names = [...template.matchAll(placeholder)].map(([, name = '']) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `There is no placeholder {${unknown.slice(0, 40)}}: there are ${known.join(', ')}.`;
  }
  const [authority = ''] = /^[^:/?#]*:\/\/[^/?#]*/.exec(template) ?? [];
  if (/[{}]/.test(authority)) return 'Placeholders may only stand behind the host.';
  const bare = template.replaceAll(placeholder, 'x');
  if (/[{}]/.test(bare)) return 'A brace is only for a placeholder, such as {bookId}.';
  return purchaseUrlError(bare, rules);
}

/** What is wrong with an address that readers are led to; null: nothing. */
export function purchaseUrlError(
  address: string,
  { allowLoopback }: PurchaseUrlRules,
): string | null {
  if (!/^https?:\/\/[^/\\]/i.test(address)) return 'Must be an address that begins with https://.';
  // Browsers read a backslash as a slash, and leave out line ends and tabs.
  if (/[\s\p{Cc}\\<>"`]/u.test(address)) return 'Must have no spaces, quotes or angle brackets.';
  const url = URL.parse(address);
  if (!url || !url.hostname) return 'Must be a whole address, such as https://shop.example/book.';
  if (url.username || url.password) return 'Must not hold a user name or a password.';
  const isLocal = isLoopbackHost(url.hostname);
  if (isLocal && !allowLoopback) return 'Must not lead to this machine.';
  if (url.protocol === 'http:' && !isLocal) return 'Must be an address that begins with https://.';
  return null;
}

/**
 * The template with its values in it, each encoded whole; a value that is not there is empty. One of dots
 * alone is left out: it would climb the path. In ASCII, as a header needs it, whatever the template is.
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
