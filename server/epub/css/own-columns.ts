import type { CompiledDeclaration } from './compile-declarations.ts';

/** Width of about 25 letters, below which a book's own columns become fewer. */
const minColumnWidth = '12em';

/**
 * Width that must be left beside a float for a box with columns. Otherwise, the box moves below the
 * float. Such a box does not wrap around a float, so it would be narrow over its whole height.
 */
const besideFloat: CompiledDeclaration = {
  property: 'min-inline-size',
  value: 'min(70%,16em)',
  important: false,
  allowedOnRoot: false,
};

const isSized = ({ property }: CompiledDeclaration) =>
  /^(?:(?:min|max)-)?(?:width|height|inline-size|block-size)$|^flex/.test(property);

/**
 * Sets a minimum width for columns if a book states only their number, and for boxes with columns.
 */
export function widenColumns(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  if (!declarations.some(dividesIntoColumns)) return declarations;
  const isStated = ({ property, value }: CompiledDeclaration) =>
    property === 'column-width' && value !== 'auto';
  const widened = declarations.some(isStated) ? declarations : declarations.map(widen);
  return declarations.some(isSized) ? widened : [...widened, besideFloat];
}

function widen(declaration: CompiledDeclaration): CompiledDeclaration {
  const { property, value } = declaration;
  const [, count] = /^(?:auto )?(\d+)(?: auto)?$/.exec(value) ?? [];
  if (!isColumnsProperty(property) || count === undefined || count === '1') return declaration;
  return { ...declaration, property: 'columns', value: `${count} ${minColumnWidth}` };
}

/** Whether a declaration divides a box into columns. */
export function dividesIntoColumns({
  property,
  value,
}: {
  property: string;
  value: string;
}): boolean {
  return (
    isColumnsProperty(property) && !/^(?:(?:auto|1|inherit|initial|unset)(?: |$))+$/.test(value)
  );
}

/** Whether a property can divide a box into columns. */
export function isColumnsProperty(property: string): boolean {
  return /^column(?:s|-count|-width)$/.test(property);
}

/**
 * Returns the rule that removes a book's own columns in Firefox. Inside the columns of the pages,
 * Firefox never finishes the layout of some columns: those with unbreakable boxes, floats or framed
 * boxes that do not fit.
 *
 * @param boxes - Selector of the boxes with columns.
 */
export function ownColumnsRule(boxes: string): string {
  return `@supports (-moz-appearance:none){:is(#svc#svc,${boxes}){columns:auto!important}}`;
}
