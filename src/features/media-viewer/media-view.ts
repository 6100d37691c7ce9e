import { css } from '../../rendition/css.ts';

/**
 * Overrides the styles of the book and of the pages. The copy's ancestors only provide style
 * context and take no space, and the viewer determines the size of an image. An important
 * declaration in the first layer overrides all others, regardless of their selectors.
 */
const viewerSheet = css(`
  @layer svc-media-viewer {
    .svc-around { display: contents !important; }
    .svc-around::before, .svc-around::after { content: none !important; }
    .svc-large {
      margin: 0 !important;
      float: none !important;
      position: static !important;
      min-inline-size: 0 !important;
      min-block-size: 0 !important;
      max-inline-size: none !important;
      max-block-size: none !important;
    }
    :is(img, svg).svc-large {
      display: block !important;
      inline-size: 100% !important;
      block-size: 100% !important;
      aspect-ratio: auto !important;
      object-fit: contain !important;
      padding: 0 !important;
      border: 0 !important;
      transform: none !important;
    }
    table.svc-large { inline-size: max-content !important; }
    pre.svc-large {
      inline-size: max-content !important;
      white-space: pre !important;
      overflow: visible !important;
    }
  }
`);

/**
 * Copies a section's element into a shadow tree with the section's style sheets and empty copies of
 * its ancestors, so that the book's rules match as they do for the original. Links in the copy are
 * inactive.
 */
export function cloneWithStyles(element: Element): HTMLElement {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    shadow.adoptedStyleSheets = [viewerSheet, ...root.adoptedStyleSheets];
    if (root.host instanceof HTMLElement) {
      host.lang = root.host.lang;
      copyCustomProperties(host.style, root.host.style);
    }
  }
  let copy: Element = inertCopy(element);
  copy.classList.add('svc-large');
  for (let at = element.parentElement; at; at = at.parentElement) {
    const ancestor = at.matches('.scroller') ? wrapperOf(at) : emptyCopy(at);
    ancestor.append(copy);
    copy = ancestor;
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

/**
 * Copies the custom properties used by book rules. They are set by script because a CSP may forbid
 * style attributes.
 */
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

/**
 * Calls `cloneNode`, with the argument's type as the return type. Only newer DOM typings do this
 * themselves.
 */
function copyOf(element: Element, isDeep = true): Element {
  const copy = element.cloneNode(isDeep);
  if (!(copy instanceof Element)) throw new Error('cloneNode did not return an element.');
  return copy;
}

/** The media viewer's content. */
export interface MediaView {
  /** A copy of the element, in a host that fills its container. */
  content: HTMLElement;
  /** Natural size of an image in px, or null for content that is scrolled at its natural size. */
  imageSize: { width: number; height: number } | null;
  caption: string;
  /** BCP 47 tag of the caption, or empty if unknown. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Creates the view of an image or of a scroll box's content. */
export function createMediaView(element: Element, content: HTMLElement): MediaView {
  const isImage = element.matches('img, svg');
  const { width, height } = element.getBoundingClientRect();
  const natural =
    element instanceof HTMLImageElement && element.naturalWidth > 0
      ? { width: element.naturalWidth, height: element.naturalHeight }
      : { width, height };
  const described = element.closest('[lang]:not([lang=""])');
  return {
    content,
    imageSize: isImage ? natural : null,
    caption: captionOf(element),
    language: described?.getAttribute('lang') ?? '',
    direction: getComputedStyle(element).direction === 'rtl' ? 'rtl' : 'ltr',
  };
}

/** Returns the element's caption in the book or, if there is none, its alternative text. */
function captionOf(element: Element): string {
  const figure = element.closest('figure');
  const isOnly = figure?.querySelectorAll('img, svg, table, pre, math').length === 1;
  const caption = isOnly && figure?.querySelector('figcaption')?.textContent.trim();
  const ownCaption = element.querySelector(':scope > caption, :scope > title')?.textContent.trim();
  const alternative = element.getAttribute('alt') ?? element.getAttribute('aria-label');
  return (caption || ownCaption || alternative?.trim() || '').replaceAll(/\s+/g, ' ');
}
