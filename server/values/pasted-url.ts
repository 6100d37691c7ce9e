/**
 * Replaces `&amp;` in a URL's query. WordPress stores URLs pasted by authors with HTML escapes, and
 * requests them that way when the post is edited again.
 */
export function unescapeAmpersands(url: string): string {
  return url.replaceAll(/&(?:amp|#0*38|#x0*26);/gi, '&');
}
