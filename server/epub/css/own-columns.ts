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
