/** Named spaces as eighteenths of an em (MathML 3, section 2.1.5.2). */
const namedSpaces: Record<string, number> = {
  veryverythinmathspace: 1,
  verythinmathspace: 2,
  thinmathspace: 3,
  mediummathspace: 4,
  thickmathspace: 5,
  verythickmathspace: 6,
  veryverythickmathspace: 7,
};

/**
 * Converts a MathML 3 length, including named spaces, to a CSS length. Returns null if it is
 * invalid or has no unit.
 */
export function mathLength(stated: string): string | null {
  const text = stated.trim();
  const [, negative, name = ''] = /^(negative)?([a-z]+)$/.exec(text) ?? [];
  const eighteenths = namedSpaces[name];
  if (eighteenths !== undefined) {
    return `${Number(((negative ? -1 : 1) * (eighteenths / 18)).toFixed(4))}em`;
  }
  const [, number, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*([a-z]+|%)?$/i.exec(text) ?? [];
  if (number === undefined) return null;
  if (Number(number) === 0) return '0';
  return unit && /^(?:em|ex|px|pt|pc|in|cm|mm|ch|rem|%)$/i.test(unit)
    ? `${Number(number)}${unit}`
    : null;
}

/**
 * Converts a length to CSS. A number without a unit is a multiple of the normal value and becomes a
 * percentage.
 */
export function multipleOrLength(stated: string): string | null {
  const text = stated.trim();
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return `${Number((Number(text) * 100).toFixed(2))}%`;
  return mathLength(text);
}
