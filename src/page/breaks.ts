const forced = /\bbreak-(before|after)\s*:\s*column\b/gi;

/** Whether the engine starts a new column where a book asks for it. */
export const breaksColumns = CSS.supports('break-before', 'column');

/** Whether a sheet asks for new columns. */
export function asksForBreaks(css: string): boolean {
  return css.search(forced) >= 0;
}

/** Repeats the wish for a new column in custom properties, which every engine keeps. */
export function markBreaks(css: string): string {
  if (!asksForBreaks(css)) return css;
  const none = ':where(*){--svc-break-before:initial;--svc-break-after:initial}';
  return none + css.replaceAll(forced, '$&;--svc-break-$1:column');
}

/**
 * A break before a section's first box leads nowhere; WebKit leaves an empty page there, when the
 * box lies in others.
 */
export function startOnFirstPage(root: Element): void {
  let at = root.firstElementChild;
  while (at instanceof HTMLElement && !at.previousSibling?.textContent?.trim()) {
    at.style.setProperty('break-before', 'auto', 'important');
    at = at.firstElementChild;
  }
}
