const columnBreak = /\bbreak-(before|after)\s*:\s*column\b/gi;

/** Whether the engine supports forced column breaks. */
export const supportsColumnBreaks = CSS.supports('break-before', 'column');

/** Whether a style sheet forces column breaks. */
export function hasColumnBreaks(css: string): boolean {
  return css.search(columnBreak) >= 0;
}

/** Copies forced column breaks into custom properties, which every engine preserves. */
export function addBreakProperties(css: string): string {
  if (!hasColumnBreaks(css)) return css;
  const none = ':where(*){--svc-break-before:initial;--svc-break-after:initial}';
  return none + css.replaceAll(columnBreak, '$&;--svc-break-$1:column');
}

/**
 * Removes breaks before a section's first box. They have no effect, but WebKit inserts an empty
 * page if the box is nested.
 */
export function removeLeadingBreaks(root: Element): void {
  let at = root.firstElementChild;
  while (at instanceof HTMLElement && !at.previousSibling?.textContent?.trim()) {
    at.style.setProperty('break-before', 'auto', 'important');
    at = at.firstElementChild;
  }
}
