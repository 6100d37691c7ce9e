const columnBreak = /\bbreak-(before|after)\s*:\s*column\b/gi;

/** Whether the engine starts a new column where a book asks for it. */
export const supportsColumnBreaks = CSS.supports('break-before', 'column');

/** Whether a sheet asks for new columns. */
export function hasColumnBreaks(css: string): boolean {
  return css.search(columnBreak) >= 0;
}

/** Repeats the wish for a new column in custom properties, which every engine keeps. */
export function addBreakProperties(css: string): string {
  if (!hasColumnBreaks(css)) return css;
  const none = ':where(*){--svc-break-before:initial;--svc-break-after:initial}';
  return none + css.replaceAll(columnBreak, '$&;--svc-break-$1:column');
}

/**
 * A break before a section's first box leads nowhere; WebKit leaves an empty page there, when the
 * box lies in others.
 */
export function removeLeadingBreaks(root: Element): void {
  let at = root.firstElementChild;
  while (at instanceof HTMLElement && !at.previousSibling?.textContent?.trim()) {
    at.style.setProperty('break-before', 'auto', 'important');
    at = at.firstElementChild;
  }
}
