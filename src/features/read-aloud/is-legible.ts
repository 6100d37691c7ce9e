import type { SectionView } from '../../rendition/section/section-view.ts';

/** Minimum text contrast (https://www.w3.org/TR/WCAG22/#contrast-minimum). */
const minContrast = 4.5;

/** Whether all text in an element has the minimum contrast in its current colors. */
export function isLegible(
  element: Element,
  { host, pageBackground }: Pick<SectionView, 'host' | 'pageBackground'>,
): boolean {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!pixel) return false;
  // Finish transitions, because computed styles contain the old colors until then.
  for (const one of element.getAnimations({ subtree: true })) {
    if (one instanceof CSSTransition) one.finish();
  }
  const paper = themeBackground(host);
  return [element, ...element.querySelectorAll('*')].filter(hasText).every((one) => {
    const backgrounds: string[] = [];
    for (let at: Element | null = one; at; at = at.parentElement) {
      backgrounds.unshift(getComputedStyle(at).backgroundColor);
    }
    for (const background of [paper, pageBackground || paper, ...backgrounds])
      fill(pixel, background);
    const behind = luminanceOf(pixel);
    fill(pixel, getComputedStyle(one).color);
    const text = luminanceOf(pixel);
    return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05) >= minContrast;
  });
}

/** Returns the computed background color, because the token may be any CSS color function. */
function themeBackground({ shadowRoot }: HTMLElement): string {
  const probe = document.createElement('i');
  probe.style.setProperty('color', 'var(--svc-background)', 'important');
  shadowRoot?.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function hasText({ childNodes }: Element): boolean {
  return [...childNodes].some((node) => node instanceof Text && /\S/.test(node.data));
}

/** Paints over the previous color, because colors may be translucent. */
function fill(pixel: CanvasRenderingContext2D, color: string): void {
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
}

/** Returns the relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminanceOf(pixel: CanvasRenderingContext2D): number {
  const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
