const urlToken = /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*\)/gis;
/** CSS functions that accept URLs as strings. */
const stringUrlFunction = /\b(?:-webkit-)?(?:image-set|image|src)\(/gi;

/**
 * Replaces `resource:` URLs in a compiled style sheet with real ones and removes all others, as the
 * reader does. A book therefore cannot fetch external content.
 */
export function resolveStyleSheet(css: string, resource: (path: string) => string): string {
  return css
    .replaceAll(stringUrlFunction, 'x-refused(')
    .replaceAll(urlToken, (_, double?: string, single?: string, bare?: string) => {
      const url = unescapeCss(double ?? single ?? bare?.trim() ?? '');
      if (url.startsWith('resource:')) return cssUrl(resource(url.slice(9)));
      return url.startsWith('#') ? cssUrl(url) : 'url("")';
    });
}

/** Whether all brackets are balanced, which makes it safe to nest the sheet in a rule. */
export function isBalanced(css: string): boolean {
  // Removed in one pass because strings can contain comment markers and comments can contain
  // quotes.
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

export function cssUrl(url: string): string {
  return `url("${cssString(url)}")`;
}

export function cssString(value: string): string {
  return value.replaceAll(
    /["\\<\n\r\f]/g,
    (character) => `\\${character.charCodeAt(0).toString(16)} `,
  );
}

function unescapeCss(text: string): string {
  return text.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, hex?: string, other?: string) =>
    hex ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))) : (other ?? ''),
  );
}
