import type { Messages } from '../../i18n/messages.ts';
import { css } from '../../rendition/css.ts';
import type { SectionView } from '../../rendition/section/section-view.ts';

/** Size of a button in px, and its distance from the edges of its scroll box. */
const sizePx = 32;
const insetPx = 4;

/** Specific enough to override rules of the book. */
const overlay = '.svc-overlay:not(#_):not(#_):not(#_)';

const overlaySheet = css(`
  ${overlay}, ${overlay} * { all: unset !important; }
  ${overlay} { position: absolute !important; inset: 0 auto auto 0 !important; inline-size: 0 !important; block-size: 0 !important; }
  ${overlay} .svc-enlarge {
    position: absolute !important;
    left: var(--left) !important;
    top: var(--top) !important;
    width: ${sizePx}px !important;
    height: ${sizePx}px !important;
    border-radius: 8px !important;
    background: color-mix(in srgb, var(--svc-surface) 88%, transparent) !important;
    box-shadow: inset 0 0 0 1px var(--svc-line) !important;
    color: var(--svc-muted) !important;
    cursor: pointer !important;
    -webkit-tap-highlight-color: transparent !important;
  }
  ${overlay} .svc-enlarge:focus-visible { outline: 2px solid var(--svc-accent) !important; outline-offset: 2px !important; }
  ${overlay} .svc-enlarge::after { content: '' !important; position: absolute !important; inset: -6px !important; }
  ${overlay} .svc-enlarge:hover { color: var(--svc-color) !important; }
  ${overlay} svg { display: block !important; position: absolute !important; inset: 7px !important; width: 18px !important; height: 18px !important; fill: none !important; stroke: currentColor !important; stroke-width: 1.6 !important; stroke-linecap: round !important; stroke-linejoin: round !important; }
`);

const boxByButton = new WeakMap<Element, Element>();
const overlays = new WeakMap<SectionView, HTMLElement>();

/** The content that a button enlarges, or the element itself if it is not such a button. */
export function enlargedBy(trigger: Element): Element {
  const box = boxByButton.get(trigger);
  return box ? contentOf(box) : trigger;
}

/** The button that enlarges the content of a scroll box, if any. */
export function enlargeButtonOf(content: Element): HTMLElement | null {
  const root = content.getRootNode();
  if (!(root instanceof ShadowRoot)) return null;
  const buttons = [...root.querySelectorAll<HTMLElement>('.svc-overlay > .svc-enlarge')];
  return buttons.find((button) => enlargedBy(button) === content) ?? null;
}

/**
 * Places a button over each scroll box of a section. The buttons are in a layer of their own, because elements in the
 * book's content would change which of its selectors match.
 */
export function updateEnlargeButtons(view: SectionView, text: Messages): void {
  const boxes = [...view.root.querySelectorAll('.svc-scroll-box')];
  const layer = overlays.get(view) ?? (boxes.length > 0 ? addOverlay(view) : null);
  if (!layer) return;
  const buttons = new Map<Element, HTMLElement>();
  for (const button of layer.querySelectorAll<HTMLElement>('.svc-enlarge')) {
    const content = enlargedBy(button);
    const box = boxes.find((one) => contentOf(one) === content);
    if (!box) button.remove();
    else buttons.set(box, button);
  }
  for (const box of boxes) {
    const button = buttons.get(box) ?? layer.appendChild(createButton());
    boxByButton.set(button, box);
    button.ariaLabel = text.enlarge;
    button.title = text.enlarge;
  }
  placeButtons(view, layer);
}

function addOverlay(view: SectionView): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'svc-overlay';
  overlays.set(view, layer);
  const root = view.host.shadowRoot;
  if (root && !root.adoptedStyleSheets.includes(overlaySheet))
    root.adoptedStyleSheets.push(overlaySheet);
  view.root.closest('.scroller')?.append(layer);
  // Fonts, images and disclosed details move the boxes without a new layout of the section.
  new ResizeObserver(() => placeButtons(view, layer)).observe(view.root);
  return layer;
}

/** Places each button in the corner of its box where the last line begins. */
function placeButtons(view: SectionView, layer: HTMLElement): void {
  const origin = layer.getBoundingClientRect();
  const { host } = view;
  // The host page may scale the reader.
  const scale = host.getBoundingClientRect().width / host.offsetWidth || 1;
  const isVertical = view.pageLayout?.isVertical ?? false;
  const places = [...layer.querySelectorAll<HTMLElement>('.svc-enlarge')].map((button) => {
    const rect = boxByButton.get(button)?.getBoundingClientRect() ?? origin;
    const isRtl = view.pageLayout?.direction === 'rtl' && !isVertical;
    const left = (rect.left - origin.left) / scale + insetPx;
    const right = (rect.right - origin.left) / scale - sizePx - insetPx;
    const top = (rect.top - origin.top) / scale + insetPx;
    const bottom = (rect.bottom - origin.top) / scale - sizePx - insetPx;
    return { button, x: isRtl ? right : left, y: isVertical ? top : bottom };
  });
  for (const { button, x, y } of places) {
    button.style.setProperty('--left', `${x}px`);
    button.style.setProperty('--top', `${y}px`);
  }
}

/** A formula is in a scroll box of its own. Other content is the scroll box itself. */
function contentOf(box: Element): Element {
  return box.localName === 'div' ? (box.firstElementChild ?? box) : box;
}

function createButton(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'svc-enlarge';
  button.append(enlargeIcon());
  return button;
}

/** Creates an icon with two arrows that point away from each other. */
function enlargeIcon(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const image = document.createElementNS(namespace, 'svg');
  image.setAttribute('viewBox', '0 0 20 20');
  image.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', 'M12 3.5h4.5V8M16.5 3.5L11 9M8 16.5H3.5V12M3.5 16.5L9 11');
  image.append(path);
  return image;
}
