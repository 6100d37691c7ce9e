import type { HighlightName } from './highlight-ranges.ts';
import { highlightBoxSheet } from './highlight-styles.ts';

/**
 * Draws highlights as rectangles behind the text, for engines without CSS highlights. Redraws them
 * after each layout.
 */
export class HighlightBoxes {
  readonly #ranges = new Map<HighlightName, readonly Range[]>();
  readonly #layers = new Map<ShadowRoot, HTMLElement>();
  /** Watches the host's style attribute, which every layout changes. */
  readonly #layouts = new MutationObserver(() => this.#drawAll());

  /** Replaces the ranges of a highlight and redraws. */
  draw(name: HighlightName, ranges: readonly Range[]): void {
    this.#ranges.set(name, ranges);
    this.#drawAll();
  }

  #drawAll(): void {
    for (const [root, layer] of this.#layers) {
      layer.replaceChildren();
      if (!root.host.isConnected) this.#layers.delete(root);
    }
    for (const [name, ranges] of this.#ranges) for (const one of ranges) this.#drawOne(name, one);
  }

  #drawOne(name: HighlightName, range: Range): void {
    const layer = this.#layerOf(range.startContainer.getRootNode());
    const scroller = layer?.parentElement;
    if (!layer || !scroller) return;
    const origin = scroller.getBoundingClientRect();
    const scale = origin.width / scroller.offsetWidth || 1;
    for (const rect of range.getClientRects()) {
      const box = document.createElement('i');
      box.className = name;
      box.style.left = `${(rect.left - origin.left) / scale + scroller.scrollLeft}px`;
      box.style.top = `${(rect.top - origin.top) / scale + scroller.scrollTop}px`;
      box.style.width = `${rect.width / scale}px`;
      box.style.height = `${rect.height / scale}px`;
      layer.append(box);
    }
  }

  #layerOf(root: Node): HTMLElement | null {
    if (!(root instanceof ShadowRoot) || !root.host.isConnected) return null;
    const known = this.#layers.get(root);
    if (known) return known;
    const scroller = root.querySelector('.scroller');
    if (!scroller) return null;
    const layer = document.createElement('div');
    layer.className = 'svc-paint';
    layer.setAttribute('aria-hidden', 'true');
    scroller.prepend(layer);
    if (!root.adoptedStyleSheets.includes(highlightBoxSheet))
      root.adoptedStyleSheets.push(highlightBoxSheet);
    this.#layers.set(root, layer);
    this.#layouts.observe(root.host, { attributes: true, attributeFilter: ['style'] });
    return layer;
  }
}
