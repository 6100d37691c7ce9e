import { resourcePathOf } from './resource-path.ts';
import { supportsColumnBreaks, addBreakProperties } from './column-breaks.ts';

const urlToken = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*(?:\)|$)/gis;
/** CSS functions that accept URLs as plain strings. */
const stringUrl = /\b(?:-webkit-)?(?:image-set|image|src)\(/gi;

/**
 * Matches rules that affect the whole document, because WebKit registers a shadow root's fonts
 * globally. An escape may hide the name.
 */
const documentRule = /@(?=font-face|property|[-\w]*\\)/gi;

/** Matches comments, strings and names with escapes, because engines read `u\72l(` as `url(`. */
const escapedName =
  /\/\*[^]*?(?:\*\/|$)|(["'])(?:(?!\1)[^\\\n]|\\[^])*\1|\\(?:[0-9a-f]{1,6}\s?|.)(?:[-\w]|\\(?:[0-9a-f]{1,6}\s?|.))*(\()?/gi;

/**
 * Replaces `resource:` URLs in a book's style sheet with server URLs. All other URLs are emptied so
 * that nothing outside the book is fetched.
 */
export function resolveResources(css: string, resourceUrl: (path: string) => string): string {
  return css
    .replaceAll(documentRule, '@x-')
    .replaceAll(stringUrl, 'x-refused(')
    .replaceAll(urlToken, (_, double?: string, single?: string, bare?: string) => {
      const address = unescapeCss(double ?? single ?? bare?.trim() ?? '');
      const path = resourcePathOf(address);
      if (path !== null) return `url("${escapeCss(resourceUrl(path))}")`;
      return address.startsWith('#') ? `url("${escapeCss(address)}")` : 'url("")';
    })
    .replaceAll(escapedName, (whole, _quote, opens?: string) => (opens ? 'x-refused(' : whole));
}

/** The style sheets of one book. Sections with the same CSS share one sheet. */
export class BookStyleSheets {
  readonly #sheets = new Map<string, CSSStyleSheet>();
  readonly #resourceUrl: (path: string) => string;

  constructor(resourceUrl: (path: string) => string) {
    this.#resourceUrl = resourceUrl;
  }

  sharedSheet(css: string): CSSStyleSheet {
    const known = this.#sheets.get(css);
    if (known) return known;
    const sheet = this.createSheet(css);
    this.#sheets.set(css, sheet);
    return sheet;
  }

  /** Creates an uncached sheet for a single section. */
  createSheet(css: string): CSSStyleSheet {
    const sheet = new CSSStyleSheet();
    const resolved = resolveResources(css, this.#resourceUrl);
    sheet.replaceSync(supportsColumnBreaks ? resolved : addBreakProperties(resolved));
    return sheet;
  }
}

function unescapeCss(text: string): string {
  return text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, hex?: string, other?: string) =>
    hex ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))) : (other ?? ''),
  );
}

function escapeCss(text: string): string {
  return text.replaceAll(/["\\\n\r\f]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `);
}
