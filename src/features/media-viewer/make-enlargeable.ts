import type { SectionView } from '../../rendition/section/section-view.ts';
import { css } from '../../rendition/css.ts';
import type { Messages } from '../../i18n/messages.ts';

/** Minimum side in px. Smaller images are ornaments. */
const minSidePx = 64;

const enlargeSheet = css(`
  .svc-picture { cursor: zoom-in; }
  .svc-picture:focus-visible { outline: 2px solid var(--svc-accent) !important; outline-offset: 2px; }
`);

/** Turns images into buttons. */
export function makeEnlargeable({ host }: SectionView, text: Messages): void {
  const root = host.shadowRoot;
  if (!root) return;
  if (!root.adoptedStyleSheets.includes(enlargeSheet)) root.adoptedStyleSheets.push(enlargeSheet);
  for (const image of root.querySelectorAll('.flow :is(img, svg:not(svg svg)):not(.svc-picture)')) {
    if (isLargeEnough(image) && !image.closest('a, button, math')) makeImageButton(image, text);
  }
}

function makeImageButton(image: Element, text: Messages): void {
  image.classList.add('svc-picture');
  // Decorative images stay hidden from assistive technology, but sighted readers can press them.
  const isDecoration =
    image.getAttribute('alt') === '' ||
    image.matches('[role=presentation], [role=none], [aria-hidden=true]');
  // The button role would hide the content from screen readers.
  const hasParts = image.matches('svg') && image.querySelector('text, a, foreignObject');
  if (isDecoration || hasParts) return;
  image.setAttribute('role', 'button');
  image.setAttribute('tabindex', '0');
  image.setAttribute('aria-haspopup', 'dialog');
  const isNamed =
    image.getAttribute('alt') ||
    image.matches('[aria-label], [aria-labelledby]') ||
    image.querySelector(':scope > title');
  if (!isNamed) image.setAttribute('aria-label', text.image);
}

function isLargeEnough(image: Element): boolean {
  const { width, height } = image.getBoundingClientRect();
  return width >= minSidePx && height >= minSidePx;
}
