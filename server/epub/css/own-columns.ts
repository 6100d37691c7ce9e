import type { CompiledDeclaration } from './compile-declarations.ts';

/** Width of about 25 letters, below which a book's own columns become fewer. */
const minColumnWidth = '12em';

/**
 * Width below which boxes with columns move below a float instead of beside it. A box with columns
 * does not surround a float, so it would be narrow in its whole height.
 */
const besideFloat: CompiledDeclaration = {
  property: 'min-inline-size',
  value: 'min(100%,16em)',
  important: false,
  allowedOnRoot: false,
};

/** Gives columns of which a book states only the number a minimum width, and boxes with columns. */
export function widenColumns(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  const divides = ({ property, value }: CompiledDeclaration) =>
    isColumnsProperty(property) && !/^(?:auto|1|\s)+$/.test(value);
  if (!declarations.some(divides)) return declarations;
  const isStated = ({ property, value }: CompiledDeclaration) =>
    property === 'column-width' && value !== 'auto';
  const widened = declarations.some(isStated) ? declarations : declarations.map(widen);
  const isSized = ({ property }: CompiledDeclaration) => /width|inline-size/.test(property);
  const boxes = declarations.filter(({ property }) => !isColumnsProperty(property));
  return boxes.some(isSized) ? widened : [...widened, besideFloat];
}

function widen(declaration: CompiledDeclaration): CompiledDeclaration {
  const { property, value } = declaration;
  const [, count] = /^(?:auto )?(\d+)(?: auto)?$/.exec(value) ?? [];
  if (!isColumnsProperty(property) || count === undefined || count === '1') return declaration;
  return { ...declaration, property: 'columns', value: `${count} ${minColumnWidth}` };
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
