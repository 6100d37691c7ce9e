import type { IncomingMessage } from 'node:http';

const prefixes = new WeakMap<IncomingMessage, string>();

/** `/content/~PREFIX/…`. Caches check the prefix and omit it from their keys. */
const prefixedPath = /^\/content\/~([^/?#]*)\//;

/** Removes a cache prefix from a content URL, and keeps it for `contentPrefixOf`. */
export function removeContentPrefix(request: IncomingMessage, url: string): string {
  const [start, prefix] = prefixedPath.exec(url) ?? [];
  if (start === undefined || prefix === undefined) return url;
  prefixes.set(request, prefix);
  return `/content/${url.slice(start.length)}`;
}

/** Returns the prefix of a request's URL without the tilde, or null if it has none. */
export function contentPrefixOf(request: IncomingMessage): string | null {
  return prefixes.get(request) ?? null;
}
