import type { CompiledDeclaration } from './compile-declarations.ts';

/** Width that indented text keeps on narrow pages. About 30 letters. */
const keptWidth = '14em';

/** Largest indents that leave enough width on every page, by unit. */
const harmless: Record<string, number> = { '%': 25, em: 6, rem: 6, px: 96 };

/** A box with its own width or position needs its indents, because they determine its place. */
const placing = /^(?:(?:max-)?(?:width|inline-size)|float|position)$/;

/** The first line extends into the indent. */
const isHanging = ({ property, value }: CompiledDeclaration) =>
  property === 'text-indent' && value.startsWith('-');

const insetProperty = /^(?:margin|padding)(?:-(?:left|right|inline(?:-(?:start|end))?))?$/;
const length = /^(?:calc\()?(\d*\.?\d+)(%|em|px| \* var\(--svc-rem\)\))$/;

/**
 * Limits large indents, such as an epigraph's `margin-left: 60%`, so that their text keeps a
 * readable width on a phone. Wide pages show the stated indent.
 */
export function limitIndents(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  if (declarations.some((one) => placing.test(one.property) || isHanging(one))) return declarations;
  const sides = declarations.map(({ property, value }) => sidesOf(property, value));
  const count = sides.flat().filter((side) => side.isLarge).length;
  if (count === 0) return declarations;
  const rest = count === 1 ? `100% - ${keptWidth}` : `(100% - ${keptWidth})/${count}`;
  const limit = `max(0px,${rest})`;
  return declarations.map((one, at) => {
    const own = sides[at] ?? [];
    if (!own.some(({ isLarge }) => isLarge)) return one;
    const values = own.map(({ value, isLarge }) => (isLarge ? `min(${value},${limit})` : value));
    return { ...one, value: values.join(' ') };
  });
}

/** The values of a margin or padding for each side that it sets; none for other properties. */
function sidesOf(property: string, text: string): { value: string; isLarge: boolean }[] {
  if (!insetProperty.test(property)) return [];
  // Spaces within brackets do not separate values. After a percentage, the space is optional.
  const [first = '', second = first, third = first, fourth = second] =
    text.match(/(?:[^\s(%]|\((?:[^()]|\([^()]*\))*\))+%?/g) ?? [];
  const inline = (value: string) => ({ value, isLarge: isLarge(value) });
  const block = (value: string) => ({ value, isLarge: false });
  if (/^(?:margin|padding)$/.test(property))
    return [block(first), inline(second), block(third), inline(fourth)];
  return property.endsWith('-inline') ? [inline(first), inline(second)] : [inline(text)];
}

function isLarge(value: string): boolean {
  const [, number, unit = ''] = length.exec(value) ?? [];
  return Number(number) > (harmless[unit.includes('rem') ? 'rem' : unit] ?? Infinity);
}
