import type { Page } from './page.ts';

/**
 * Headers of every page: nothing runs but our own scripts, nothing is fetched but from here, and only
 * those may frame it who may use its key.
 */
export function pageHeaders({ styleHash, ancestors }: Page): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styleHash}`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self'",
      `frame-ancestors ${ancestors ? ["'self'", ...ancestors].join(' ') : '*'}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    // What the address says beyond the origin, the key among it, is nobody else’s.
    'Referrer-Policy': 'strict-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    Vary: 'Accept, Accept-Language',
  };
}

/** The languages of an `Accept-Language`, the preferred one first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number.parseFloat(weight) };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,8}\b/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
