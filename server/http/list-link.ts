/**
 * The `Link` header that leads to the next page (RFC 8288): the same request with another cursor.
 *
 * @param publicUrl - Origin that clients reach this server at, without a trailing slash.
 * @param requestUrl - Path and query of the request.
 */
export function listLink(publicUrl: string, requestUrl: string, nextCursor: string): string {
  const url = new URL(requestUrl, publicUrl);
  url.searchParams.set('cursor', nextCursor);
  return `<${publicUrl}${url.pathname}${url.search}>; rel="next"`;
}
