/**
 * Whether a string is the URL of a search engine. Its path can contain the prefix of the indices'
 * names.
 */
export function isEngineUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) return false;
  return /^\/(?:[a-z][a-z0-9-]{0,50})?$/.test(url.pathname);
}
