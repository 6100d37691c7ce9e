import type { CompiledDeclaration } from './compile-declarations.ts';

/** Width of about 25 letters, below which a book's own columns become fewer. */
const minColumnWidth = '12em';

/** Gives columns of which a book states only the number a minimum width. */
export function widenColumns(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  const isStated = ({ property, value }: CompiledDeclaration) =>
    property === 'column-width' && value !== 'auto';
  if (declarations.some(isStated)) return declarations;
  return declarations.flatMap((declaration) => {
    const { property, value } = declaration;
    const [, count] = /^(?:auto )?(\d+)(?: auto)?$/.exec(value) ?? [];
    if (!isColumnsProperty(property) || count === undefined || count === '1') return [declaration];
    return [{ ...declaration, property: 'columns', value: `${count} ${minColumnWidth}` }];
  });
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
