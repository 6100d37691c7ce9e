import { resourcePathOf } from './resource-path.ts';
import { supportsColumnBreaks, addBreakProperties } from './column-breaks.ts';

const urlToken = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*(?:\)|$)/gis;
/** CSS functions that accept URLs as plain strings. */
const stringUrl = /\b(?:-webkit-)?(?:image-set|image|src)\(/gi;

/** Rules that affect the document: WebKit registers fonts of a shadow root globally. An escape may hide the name. */
const documentRule = /@(?=font-face|property|[-\w]*\\)/gi;

/** Comments, strings, and names with escapes: engines read `u\72l(` as `url(`. */
const escapedName =
  /\/\*[^]*?(?:\*\/|$)|(["'])(?:(?!\1)[^\\\n]|\\[^])*\1|\\(?:[0-9a-f]{1,6}\s?|.)(?:[-\w]|\\(?:[0-9a-f]{1,6}\s?|.))*(\()?/gi;

/**
 * Replaces `resource:` addresses in a book’s style sheet with URLs. All other addresses are emptied, so that
 * nothing outside of the book is fetched.
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

/** The style sheets of one book; sections with the same text share one sheet. */
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

  /** Creates a sheet for a single section; it is not cached. */
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
