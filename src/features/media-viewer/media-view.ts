import { css } from '../../rendition/css.ts';

/** Above all others: what stands around the copy lends it its style, and takes no room. */
const ancestorSheet = css(`
  .svc-around.svc-around.svc-around.svc-around { display: contents !important; }
  .svc-around.svc-around::before, .svc-around.svc-around::after { content: none !important; }
  .svc-large { margin: 0 !important; float: none !important; position: static !important; max-inline-size: none !important; max-block-size: none !important; }
  :is(img, svg).svc-large { display: block !important; inline-size: 100% !important; block-size: 100% !important; object-fit: contain; padding: 0 !important; border: 0 !important; }
  table.svc-large { inline-size: max-content; }
  pre.svc-large { inline-size: max-content; white-space: pre; overflow: visible; }
`);

/**
 * A copy of a section's element, in a shadow tree with the section's style sheets and empty copies of
 * what stands around it: the book's rules fit it as they fit the original. Its links lead nowhere.
 */
export function cloneWithStyles(element: Element): HTMLElement {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    shadow.adoptedStyleSheets = [...root.adoptedStyleSheets, ancestorSheet];
    if (root.host instanceof HTMLElement) {
      host.lang = root.host.lang;
      copyCustomProperties(host.style, root.host.style);
    }
  }
  let copy: Element = inertCopy(element);
  copy.classList.add('svc-large');
  for (let at = element.parentElement; at; at = at.parentElement) {
    const around = at.matches('.scroller') ? wrapperOf(at) : emptyCopy(at);
    around.append(copy);
    copy = around;
  }
  shadow.append(copy);
  return host;
}

function inertCopy(element: Element): Element {
  const copy = copyOf(element);
  for (const one of [copy, ...copy.querySelectorAll('*')]) {
    one.removeAttribute('tabindex');
    if (one.localName !== 'a') continue;
    one.removeAttribute('href');
    one.removeAttribute('xlink:href');
  }
  copy.removeAttribute('role');
  return copy;
}

function emptyCopy(element: Element): Element {
  const copy = copyOf(element, false);
  copy.removeAttribute('style');
  for (const name of ['role', 'tabindex', 'aria-label', 'aria-labelledby'])
    copy.removeAttribute(name);
  copy.classList.remove('svc-scroll-box');
  copy.classList.add('svc-around');
  return copy;
}

/** The lengths that the section's rules reckon with; set by script, as a copied attribute may not be. */
function copyCustomProperties(style: CSSStyleDeclaration, from: CSSStyleDeclaration): void {
  for (const name of from) {
    if (name.startsWith('--')) style.setProperty(name, from.getPropertyValue(name));
  }
}

function wrapperOf(scroller: Element): HTMLElement {
  const wrapper = document.createElement('div');
  if (!(scroller instanceof HTMLElement)) return wrapper;
  wrapper.dir = scroller.dir;
  wrapper.style.writingMode = scroller.style.writingMode;
  wrapper.style.display = 'contents';
  return wrapper;
}

/** `cloneNode` is typed by what it was called on only in newer libraries. */
function copyOf(element: Element, isDeep = true): Element {
  const copy = element.cloneNode(isDeep);
  if (!(copy instanceof Element)) throw new Error('A copy of an element is none.');
  return copy;
}

/** What is opened large. */
export interface MediaView {
  /** A copy, in a host that fills what it is put into. */
  content: HTMLElement;
  /** Width and height of a picture, px; null for what is scrolled at its natural size. */
  imageSize: { width: number; height: number } | null;
  caption: string;
  /** BCP 47 tag of the caption; empty when nobody knows. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Makes a view of a picture, or of what is in a scroll box. */
export function createMediaView(element: Element, content: HTMLElement): MediaView {
  const isPicture = element.matches('img, svg');
  const { width, height } = element.getBoundingClientRect();
  const natural =
    element instanceof HTMLImageElement && element.naturalWidth > 0
      ? { width: element.naturalWidth, height: element.naturalHeight }
      : { width, height };
  const described = element.closest('[lang]:not([lang=""])');
  return {
    content,
    imageSize: isPicture ? natural : null,
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
