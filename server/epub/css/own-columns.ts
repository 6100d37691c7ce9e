/** Whether a property can divide a box into columns. */
export function isColumnsProperty(property: string): boolean {
  return /^column(?:s|-count|-width)$/.test(property);
}

/**
 * Returns the rule for the content of boxes with columns of their own, which leaves boxes open where a column
 * breaks. Firefox never ends the layout of a positioned box whose padding and borders do not fit into such a
 * column if each of its parts is closed.
 *
 * @param boxes - Selector of the boxes with columns.
 */
export function openBoxesRule(boxes: string): string {
  return `:where(${boxes}) *{-webkit-box-decoration-break:slice!important;box-decoration-break:slice!important}`;
}
