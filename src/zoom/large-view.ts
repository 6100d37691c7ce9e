/** What is opened large. */
export interface LargeView {
  /** A copy, in a host that fills what it is put into. */
  content: HTMLElement;
  /** Width and height of a picture, px; null for what is scrolled at its natural size. */
  picture: { width: number; height: number } | null;
  caption: string;
  /** BCP 47 tag of the caption; empty when nobody knows. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Makes a view of a picture, or of what is in a scroll box. */
export function viewOf(element: Element, content: HTMLElement): LargeView {
  const isPicture = element.matches('img, svg');
  const { width, height } = element.getBoundingClientRect();
  const natural =
    element instanceof HTMLImageElement && element.naturalWidth > 0
      ? { width: element.naturalWidth, height: element.naturalHeight }
      : { width, height };
  const described = element.closest('[lang]:not([lang=""])');
  return {
    content,
    picture: isPicture ? natural : null,
    caption: captionOf(element),
    language: described?.getAttribute('lang') ?? '',
    direction: getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr',
  };
}

/** What stands below it in the book, else what its author says that it shows. */
function captionOf(element: Element): string {
  const figure = element.closest('figure');
  const isOnly = figure?.querySelectorAll('img, svg, table, pre, math').length === 1;
  const caption = isOnly && figure?.querySelector('figcaption')?.textContent.trim();
  const own = element.querySelector(':scope > caption, :scope > title')?.textContent.trim();
  const told = element.getAttribute('alt') ?? element.getAttribute('aria-label');
  return (caption || own || told?.trim() || '').replaceAll(/\s+/g, ' ');
}
