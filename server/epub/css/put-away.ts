import type { CompiledDeclaration } from './compile-declarations.ts';

/** Where nothing of a page reaches: -100em, -1000px, -1000%, and beyond; -100% is right beside the box around it. */
const far =
  /^(?:-\d{3,}(?:\.\d+)?(?:em|ex|ch|ic|lh)|-\d{4,}(?:\.\d+)?(?:px|pt|%)|calc\(-\d{3,}(?:\.\d+)? \* var\(--svc-rem\)\))$/;
const place = /^(?:left|right|top|bottom|inset(?:-(?:inline|block)(?:-(?:start|end))?)?)$/;

const hidden = {
  'clip-path': 'inset(50%)',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'white-space': 'nowrap',
};

/**
 * Text that was put beside the page for screen readers alone is hidden in its place: pages lie beside each
 * other here, and what is far to the left of one would be on another, or lost.
 */
export function hidePutAway(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  const isFar = ({ property, value }: CompiledDeclaration) =>
    place.test(property) && far.test(value);
  const absolute = declarations.find(
    ({ property, value }) => property === 'position' && value === 'absolute',
  );
  if (!absolute || !declarations.some(isFar)) return declarations;
  const { important, onRoot } = absolute;
  return [
    ...declarations.filter((declaration) => !isFar(declaration)),
    ...Object.entries(hidden).map(([property, value]) => ({ property, value, important, onRoot })),
  ];
}
