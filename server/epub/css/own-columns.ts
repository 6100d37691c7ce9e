/** Whether a property can divide a box into columns. */
export function isColumnsProperty(property: string): boolean {
  return /^column(?:s|-count|-width)$/.test(property);
}

/**
 * Returns the rules for the content of boxes with columns of their own. They prevent endless layouts in Firefox:
 *
 * - of a positioned box whose padding and borders do not fit into such a column, if each of its parts is closed.
 *   Boxes are therefore left open where a column breaks.
 * - of an unbreakable box that does not fit into such a column. Firefox may therefore break every box.
 *
 * @param boxes - Selector of the boxes with columns.
 */
export function ownColumnsRules(boxes: string): string {
  const inside = `:where(${boxes}) *`;
  return (
    `${inside}{-webkit-box-decoration-break:slice!important;box-decoration-break:slice!important}` +
    `@supports (-moz-appearance:none){${inside}{break-inside:auto!important}}`
  );
}
