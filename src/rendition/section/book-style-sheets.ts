import { resourcePathOf } from './resource-path.ts';
import { supportsColumnBreaks, addBreakProperties } from './column-breaks.ts';

const urlToken = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*(?:\)|$)/gis;
/** Functions that take addresses as bare strings. */
const stringUrl = /\b(?:-webkit-)?(?:image-set|image|src)\(/gi;

/** Rules that reach out of a shadow root: WebKit takes its fonts for the document's. Escapes could hide one. */
const documentRule = /@(?=font-face|property|[-\w]*\\)/gi;

/** Comments, strings, and names with escapes: `u\72l(` is `url(` to an engine. */
const escapedName =
  /\/\*[^]*?(?:\*\/|$)|(["'])(?:(?!\1)[^\\\n]|\\[^])*\1|\\(?:[0-9a-f]{1,6}\s?|.)(?:[-\w]|\\(?:[0-9a-f]{1,6}\s?|.))*(\()?/gi;

/**
 * A book's style sheet with its `resource:` addresses made real. Addresses of any other kind are
 * emptied: nothing outside the book is ever fetched for it.
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

/** Style sheets of one book: each text becomes one sheet, shared by the sections that use it. */
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

  /** A sheet of one section only: not kept. */
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
