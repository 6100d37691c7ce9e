/**
 * Headers of the demo’s pages. What a page may do is little: its own files, and the books of this server,
 * whose addresses have its public origin by whatever name the page was opened.
 */
export function pageHeaders(origin: string): Record<string, string> {
  const own = `'self' ${origin}`;
  const policy = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'connect-src': own,
    'font-src': `${own} blob: data:`,
    'form-action': own,
    'frame-ancestors': "'none'",
    'img-src': `${own} blob: data:`,
    'media-src': `${own} blob:`,
    'require-trusted-types-for': "'script'",
    'script-src': own,
    'style-src': own,
  };
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  };
}
