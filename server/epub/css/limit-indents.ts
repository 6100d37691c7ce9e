import type { CompiledDeclaration } from './compile-declarations.ts';

/** Width that indented text keeps on narrow pages, in em. About 30 letters. */
const keptWidth = 14;

/** Width of a phone's page, in em. */
const narrowPage = 20;

const pixelsPerEm = 16;

/**
 * Part of its size on a phone that a limited indent keeps on pages of any width, so that different
 * indents remain different. Together, these parts take at most `maxMinimum` of a box.
 */
const minimumShare = 1 / 3;
const maxMinimum = 0.3;

/**
 * A narrow or positioned box needs its indents, because they determine its place. Wide boxes of
 * text become as narrow as the page.
 */
function isPlacing({ property, value }: CompiledDeclaration): boolean {
  if (/^(?:float|position)$/.test(property)) return !/^(?:none|static)$/.test(value);
  if (!/^(?:max-)?(?:width|inline-size)$/.test(property)) return false;
  return !/^(?:auto|none|100%)$/.test(value) && (value.endsWith('%') || sizeOf(value) < keptWidth);
}

/** The first line extends into the indent. */
const isHanging = ({ property, value }: CompiledDeclaration) =>
  property === 'text-indent' && value.startsWith('-');

const insetProperty = /^(margin|padding)(?:-(left|right|inline(?:-(?:start|end))?))?$/;
const length = /^(?:calc\()?(\d*\.?\d+)(%|em|px| \* var\(--svc-rem\)\))$/;

interface Inset {
  /** Property and side, such as `margin-left`. */
  side: string;
  value: string;
  /** Size on a phone's page, in em. Zero for block sides and other units. */
  size: number;
}

/**
 * Limits the indents of rules that leave too little width on a phone, such as an epigraph's
 * `margin-left: 60%` or `margin: 0 20%; padding: 0 2em`. Wide pages show the stated indents.
 */
export function limitIndents(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  if (declarations.some((one) => isPlacing(one) || isHanging(one))) return declarations;
  const insets = declarations.map(insetsOf);
  const bySide = new Map(insets.flat().map((inset) => [inset.side, inset]));
  const all = [...bySide.values()].filter(({ size }) => size > 0);
  const sum = all.reduce((total, { size }) => total + size, 0);
  if (sum <= narrowPage - keptWidth) return declarations;
  const largest = Math.max(...all.map(({ size }) => size));
  const isLarge = ({ size }: Inset) => size > largest / 2;
  const [large, small] = [all.filter(isLarge), all.filter((inset) => !isLarge(inset))];
  const rest = [`100% - ${keptWidth}em`, ...small.map(({ value }) => value)].join(' - ');
  const limit = large.length === 1 ? rest : `(${rest})/${large.length}`;
  const kept = `${(maxMinimum / large.length) * 100}%`;
  const minimumOf = ({ size }: Inset) => (size / narrowPage) * minimumShare;
  const minimum = large.reduce((total, inset) => total + minimumOf(inset), 0);
  const scale = Math.min(1, maxMinimum / minimum);
  const limited = (inset: Inset) =>
    `min(${inset.value},${(minimumOf(inset) * scale * 100).toFixed(1)}% + max(0px,${limit} - ${kept}))`;
  return declarations.map((one, at) => {
    const own = insets[at] ?? [];
    if (!own.some(isLarge)) return one;
    const values = own.map((inset) => (isLarge(inset) ? limited(inset) : inset.value));
    return { ...one, value: values.join(' ') };
  });
}

/** The sides of a margin or padding that a declaration sets; none for other properties. */
function insetsOf({ property, value: text }: CompiledDeclaration): Inset[] {
  const [, box = '', side = ''] = insetProperty.exec(property) ?? [];
  if (box === '') return [];
  // Spaces within brackets do not separate values. After a percentage, the space is optional.
  const [first = '', second = first, third = first, fourth = second] =
    text.match(/(?:[^\s(%]|\((?:[^()]|\([^()]*\))*\))+%?/g) ?? [];
  const inline = (name: string, value: string) => ({
    side: `${box}-${name}`,
    value,
    size: sizeOf(value),
  });
  const block = (name: string, value: string) => ({ side: `${box}-${name}`, value, size: 0 });
  if (side === '')
    return [
      block('top', first),
      inline('right', second),
      block('bottom', third),
      inline('left', fourth),
    ];
  if (side === 'inline') return [inline('left', first), inline('right', second)];
  return [inline(side.replace('inline-start', 'left').replace('inline-end', 'right'), text)];
}

function sizeOf(value: string): number {
  const [, number, unit = ''] = length.exec(value) ?? [];
  if (unit === '%') return (Number(number) * narrowPage) / 100;
  return unit === 'px' ? Number(number) / pixelsPerEm : Number(number ?? 0);
}
