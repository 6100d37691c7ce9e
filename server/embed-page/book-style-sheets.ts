const urlToken = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*\)/gis;
/** Functions that take addresses as bare strings. */
const stringUrlFunction = /\b(?:-webkit-)?(?:image-set|image|src)\(/gi;

/**
 * A book’s compiled sheet with its `resource:` addresses made real. Addresses of any other kind are
 * emptied, as the component does: nothing outside the book is ever fetched for it.
 */
export function resolveStyleSheet(css: string, resource: (path: string) => string): string {
  return css
    .replaceAll(stringUrlFunction, 'x-refused(')
    .replaceAll(urlToken, (_, double?: string, single?: string, bare?: string) => {
      const address = unescapeCss(double ?? single ?? bare?.trim() ?? '');
      if (address.startsWith('resource:')) return cssUrl(resource(address.slice(9)));
      return address.startsWith('#') ? cssUrl(address) : 'url("")';
    });
}

/** Whether every block of a sheet is closed and none closes more: then it can be nested in another. */
export function isBalanced(css: string): boolean {
  // In one pass: a comment may stand in a string, and a string in a comment.
  const bare = css.replaceAll(
    /\/\*[^]*?\*\/|\\[^]|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/g,
    '',
  );
  if (/["']|\/\*/.test(bare)) return false;
  const open: string[] = [];
  for (const [bracket] of bare.matchAll(/[{}()[\]]/g)) {
    const closing = { '{': '}', '(': ')', '[': ']' }[bracket];
    if (closing) open.push(closing);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

export function cssUrl(address: string): string {
  return `url("${cssString(address)}")`;
}

export function cssString(value: string): string {
  return value.replaceAll(/["\\<\n\r\f]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `);
}

function unescapeCss(text: string): string {
  return text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, hex?: string, other?: string) =>
    hex ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))) : (other ?? ''),
  );
}
