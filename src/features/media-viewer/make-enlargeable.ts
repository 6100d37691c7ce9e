import type { SectionView } from '../../rendition/section/section-view.ts';
import { boxClass, enlargeButtonOf } from '../../rendition/section/scroll-box.ts';
import { css } from '../../rendition/css.ts';
import type { Messages } from '../../i18n/messages.ts';

/** Minimum side in px. Smaller images are ornaments. */
const minSidePx = 64;

const enlargeSheet = css(`
  .svc-picture { cursor: zoom-in; }
  .svc-picture:focus-visible { outline: 2px solid var(--svc-accent) !important; outline-offset: 2px; }
`);
// Changes only how the button is painted. A layout could move lines to other pages: Chromium does
// not always find the same column breaks again. So the icon, two arrows that point away from each
// other, is drawn with gradients instead of an element.
const buttonSheet = css(`
  button:focus-visible { outline: 2px solid var(--svc-accent); outline-offset: 2px; }
  button {
    --ink: linear-gradient(currentcolor, currentcolor);
    --shaft: linear-gradient(to bottom right, transparent calc(50% - .8px), currentcolor calc(50% - .4px) calc(50% + .4px), transparent calc(50% + .8px));
    /* Hidden sections beside the shown one hide their buttons, too. */
    visibility: inherit;
    border-radius: 8px;
    background:
      var(--ink) 18px 9px / 6px 1.6px, var(--ink) 22.4px 9px / 1.6px 6px,
      var(--ink) 8px 21.4px / 6px 1.6px, var(--ink) 8px 17px / 1.6px 6px,
      var(--shaft) 17px 10px / 6px 6px, var(--shaft) 9px 16px / 6px 6px
      color-mix(in srgb, var(--svc-surface) 88%, transparent);
    background-repeat: no-repeat;
    box-shadow: inset 0 0 0 1px var(--svc-line);
    color: var(--svc-muted);
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  button:hover { color: var(--svc-color); }
  /* Forced colors would remove the gradients. */
  @media (forced-colors: active) {
    button, button:hover { forced-color-adjust: none; background-color: ButtonFace; box-shadow: inset 0 0 0 1px ButtonText; color: ButtonText; }
  }
`);

/** Labels the scroll box buttons and turns images into buttons. */
export function makeEnlargeable(
  { host }: Pick<SectionView, 'host'>,
  text: Pick<Messages, 'enlarge' | 'image'>,
): void {
  const root = host.shadowRoot;
  if (!root) return;
  if (!root.adoptedStyleSheets.includes(enlargeSheet)) root.adoptedStyleSheets.push(enlargeSheet);
  for (const box of root.querySelectorAll(`.${boxClass}`)) {
    const button = enlargeButtonOf(box);
    if (!button) continue;
    button.type = 'button';
    button.ariaLabel = text.enlarge;
    button.title = text.enlarge;
    const sheets = box.shadowRoot?.adoptedStyleSheets;
    if (!sheets?.includes(buttonSheet)) sheets?.push(buttonSheet);
  }
  for (const image of root.querySelectorAll('.flow :is(img, svg:not(svg svg)):not(.svc-picture)')) {
    if (isLargeEnough(image) && !image.closest('a, button, math')) makeImageButton(image, text);
  }
}

function makeImageButton(image: Element, text: Pick<Messages, 'image'>): void {
  image.classList.add('svc-picture');
  // Decorative images stay hidden from assistive technology, but sighted readers can press them.
  const isDecoration =
    image.getAttribute('alt') === '' ||
    image.matches('[role=presentation], [role=none], [aria-hidden=true]');
  // The button role would hide the content from screen readers, as the role `img` already does.
  const hasParts =
    image.matches('svg:not([role=img])') && image.querySelector('text, a, foreignObject');
  if (isDecoration || hasParts) return;
  image.setAttribute('role', 'button');
  image.setAttribute('tabindex', '0');
  image.setAttribute('aria-haspopup', 'dialog');
  const name = nameOf(image);
  const words = [...image.querySelectorAll('text, foreignObject')].map(readableText).join(' ');
  if (name && name.includes(words)) return;
  // Voice control finds a button by the words that it shows.
  image.setAttribute('aria-label', `${name || text.image} ${words}`.trim());
  image.removeAttribute('aria-labelledby');
}

/** The name that the book gives an image, or an empty string. */
function nameOf(image: Element): string {
  const ids = image.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = image.getRootNode();
  const labels = root instanceof ShadowRoot ? ids.map((id) => root.getElementById(id)) : [];
  return (
    labels.map(readableText).join(' ').trim() ||
    image.getAttribute('aria-label') ||
    image.getAttribute('alt') ||
    readableText(image.querySelector(':scope > title'))
  );
}

function readableText(element: Element | null): string {
  return element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

function isLargeEnough(image: Element): boolean {
  const { width, height } = image.getBoundingClientRect();
  return width >= minSidePx && height >= minSidePx;
}
