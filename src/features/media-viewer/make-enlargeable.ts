import type { SectionView } from '../../rendition/section/section-view.ts';
import { css } from '../../rendition/css.ts';
import type { Messages } from '../../i18n/messages.ts';

/** px of a side below which a picture is an ornament. */
const minSidePx = 64;

const enlargeSheet = css(`
  .svc-picture { cursor: zoom-in; }
  .svc-picture:focus-visible, .svc-enlarge:focus-visible { outline: 2px solid var(--svc-accent) !important; outline-offset: 2px; }
  .flow .svc-enlarge {
    border-radius: 8px;
    background: color-mix(in srgb, var(--svc-surface) 88%, transparent);
    box-shadow: inset 0 0 0 1px var(--svc-line);
    color: var(--svc-muted);
    cursor: pointer;
    position: sticky;
    -webkit-tap-highlight-color: transparent;
  }
  .flow .svc-enlarge::after { content: ''; position: absolute; inset: -6px; }
  .flow .svc-enlarge:hover { color: var(--svc-color); }
  .svc-enlarge svg { display: block; position: absolute; inset: 7px; inline-size: 18px !important; block-size: 18px !important; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
`);

/** Names the buttons at scroll boxes, and makes buttons of pictures that are none yet. */
export function makeEnlargeable({ host }: SectionView, text: Messages): void {
  const root = host.shadowRoot;
  if (!root) return;
  if (!root.adoptedStyleSheets.includes(enlargeSheet)) root.adoptedStyleSheets.push(enlargeSheet);
  for (const button of root.querySelectorAll<HTMLButtonElement>('.svc-enlarge')) {
    button.type = 'button';
    button.ariaLabel = text.enlarge;
    button.title = text.enlarge;
    if (!button.firstChild) button.append(enlargeIcon());
  }
  for (const picture of root.querySelectorAll(
    '.flow :is(img, svg:not(svg svg)):not(.svc-picture)',
  )) {
    if (isLargeEnough(picture) && !picture.closest('a, button, math, .svc-enlarge'))
      makeImageButton(picture, text);
  }
}

function makeImageButton(picture: Element, text: Messages): void {
  picture.classList.add('svc-picture');
  // The author says that nothing is to be seen there; who sees it all the same can press it.
  const isDecoration =
    picture.getAttribute('alt') === '' ||
    picture.matches('[role=presentation], [role=none], [aria-hidden=true]');
  // A button keeps what is in it from screen readers.
  const hasParts = picture.matches('svg') && picture.querySelector('text, a, foreignObject');
  if (isDecoration || hasParts) return;
  picture.setAttribute('role', 'button');
  picture.setAttribute('tabindex', '0');
  picture.setAttribute('aria-haspopup', 'dialog');
  const isNamed =
    picture.getAttribute('alt') ||
    picture.matches('[aria-label], [aria-labelledby]') ||
    picture.querySelector(':scope > title');
  if (!isNamed) picture.setAttribute('aria-label', text.image);
}

function isLargeEnough(picture: Element): boolean {
  const { width, height } = picture.getBoundingClientRect();
  return width >= minSidePx && height >= minSidePx;
}

/** Two arrows that point away from each other. */
function enlargeIcon(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', '0 0 20 20');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', 'M12 3.5h4.5V8M16.5 3.5L11 9M8 16.5H3.5V12M3.5 16.5L9 11');
  picture.append(path);
  return picture;
}
