import { css, html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { controlStyles } from '../../ui/control-styles.ts';
import { icon, icons } from '../../ui/icons.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { MediaView } from './media-view.ts';
import { arrowPanOffsets, listenForZoom, trackPointer } from './listen-for-zoom.ts';
import {
  ZoomController,
  type Point,
  type ZoomState,
  type ZoomViewport,
} from './zoom-controller.ts';

const zoomIcons = {
  plus: icon(svg`<path d="M10 4.5v11M4.5 10h11" />`),
  minus: icon(svg`<path d="M4.5 10h11" />`),
};

/** Maximum initial scale of a small image. */
const maxInitialScale = 2;
/** Minimum distance in px of a downward swipe that closes the viewer. */
const minSwipePx = 80;

/**
 * An image, table, code listing or formula over the whole reader.
 *
 * @fires close - The reader closed the viewer. Not composed.
 * @csspart large-view - The whole viewer.
 * @csspart caption - The caption below the content.
 */
export class SvcMediaViewer extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 9;
        direction: ltr;
      }
      .view {
        position: absolute;
        inset: 0;
        display: grid;
        grid-template: 56px minmax(0, 1fr) auto / minmax(0, 1fr);
        background: var(--svc-background);
        outline: none;
        animation: appear 160ms ease-out;
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 2px;
        padding-inline: 8px;
      }
      .bar button {
        min-inline-size: 44px;
        min-block-size: 44px;
      }
      .bar button:last-child {
        margin-inline-start: auto;
      }
      .viewport {
        position: relative;
        overflow: clip;
        contain: layout paint;
        touch-action: none;
        cursor: zoom-in;
      }
      .viewport.larger {
        cursor: grab;
      }
      .viewport.larger:active {
        cursor: grabbing;
      }
      .viewport > * {
        position: absolute;
        container: none;
      }
      .viewport.scrolls {
        display: grid;
        place-content: safe center;
        overflow: auto;
        overscroll-behavior: contain;
        touch-action: pan-x pan-y;
        cursor: auto;
        scrollbar-color: var(--svc-muted) transparent;
        outline: none;
      }
      .viewport.scrolls:focus-visible {
        box-shadow: inset 0 0 0 2px var(--svc-accent);
      }
      .scrolls > * {
        position: static;
        box-sizing: border-box;
        inline-size: max-content;
        block-size: auto;
        padding: 8px 24px 24px;
      }
      p {
        margin: 0;
        max-block-size: 5lh;
        overflow: auto;
        padding: 12px 24px 20px;
        color: var(--svc-muted);
        font: 400 15px/1.45 var(--svc-font-family);
        text-align: center;
        text-wrap: balance;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { text: {}, view: {}, scale: { state: true } };

  declare text: Messages;
  declare view: MediaView;
  declare private scale: number;

  readonly #zoom = new ZoomController(
    () => this.#viewport(),
    (state) => this.#show(state),
  );
  readonly #listening = new AbortController();
  #resize: ResizeObserver | null = null;
  /** Returns the pointer's position over the image, or undefined while it is outside. */
  #pointer: () => Point | undefined = () => undefined;
  /** Distance between two fingers in px, or 0 without two fingers. */
  #fingerDistance = 0;

  constructor() {
    super();
    this.scale = 1;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    // Wait, because the element may only be moving within the document.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#listening.abort();
      this.#resize?.disconnect();
    });
  }

  /** Focuses scrollable content itself so that it receives the scroll keys. */
  override focus() {
    const selector = this.view.imageSize ? '.view' : '.viewport';
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  protected override render() {
    const { text, view, scale } = this;
    const { imageSize, content, caption } = view;
    const isLarger = scale > 1;
    return html`<section
      class="view"
      part="large-view"
      role="dialog"
      aria-modal="true"
      aria-label=${text.enlargedView}
      tabindex="-1"
      lang=${text.locale}
      @keydown=${this.#onKey}
    >
      <div class="bar" dir=${textDirection(text.locale)}>
        <button
          type="button"
          aria-label=${text.zoomOut}
          title=${text.zoomOut}
          aria-disabled=${String(scale <= (imageSize ? 1 : 0.5))}
          @click=${() => this.#step(-1)}
        >
          ${zoomIcons.minus}
        </button>
        <button
          type="button"
          aria-label=${text.zoomIn}
          title=${text.zoomIn}
          aria-disabled=${String(scale >= (imageSize ? 8 : 4))}
          @click=${() => this.#step(1)}
        >
          ${zoomIcons.plus}
        </button>
        <button type="button" aria-label=${text.close} title=${text.close} @click=${this.#close}>
          ${icons.close}
        </button>
      </div>
      ${
        imageSize
          ? html`<div class="viewport ${isLarger ? 'larger' : ''}">${content}</div>`
          : html`<div
              class="viewport scrolls"
              tabindex="0"
              role="group"
              aria-label=${text.scrollBox}
            >
              ${content}
            </div>`
      }
      ${
        caption
          ? html`<p part="caption" lang=${view.language || nothing} dir=${view.direction}>
              ${caption}
            </p>`
          : nothing
      }
    </section>`;
  }

  protected override firstUpdated(changed: PropertyValues) {
    super.firstUpdated(changed);
    const viewport = this.#viewportElement;
    const { signal } = this.#listening;
    this.#pointer = trackPointer(viewport, signal);
    if (!this.view.imageSize) {
      viewport.addEventListener('wheel', (event) => this.#onWheel(event), {
        signal,
        passive: false,
      });
      for (const type of ['touchstart', 'touchmove', 'touchend'] as const) {
        viewport.addEventListener(type, (event) => this.#onTouch(event), {
          signal,
          passive: false,
        });
      }
      return;
    }
    const root = this.renderRoot.querySelector<HTMLElement>('.view');
    if (!root) return;
    const onSwipe = ({ y }: { y: number }) => {
      if (!this.#zoom.isZoomed && y > minSwipePx) this.#close();
    };
    listenForZoom(viewport, this.#zoom, { onSwipe, zoomsByWheel: true }, signal);
    this.#resize = new ResizeObserver(() => this.#zoom.refit());
    this.#resize.observe(viewport);
    this.#zoom.refit();
  }

  get #viewportElement(): HTMLElement {
    const viewport = this.renderRoot.querySelector<HTMLElement>('.viewport');
    if (!viewport) throw new Error('The media viewer was used before its first render.');
    return viewport;
  }

  /** Returns the viewport with the image centered at the largest size that fits. */
  #viewport(): ZoomViewport | null {
    const { imageSize } = this.view;
    if (!imageSize || !this.hasUpdated) return null;
    const { clientWidth, clientHeight } = this.#viewportElement;
    const fit = Math.min(
      maxInitialScale,
      (clientWidth - 16) / imageSize.width,
      clientHeight / imageSize.height,
    );
    const [width, height] = [imageSize.width * fit, imageSize.height * fit];
    const left = (clientWidth - width) / 2;
    const top = (clientHeight - height) / 2;
    return {
      width: clientWidth,
      height: clientHeight,
      content: { left, top, width, height },
    };
  }

  /** Changes the size instead of a transform so that the image is redrawn sharply. */
  #show({ scale, x, y }: ZoomState) {
    const viewport = this.#viewport();
    if (!viewport) return;
    const { left, top, width, height } = viewport.content;
    Object.assign(this.view.content.style, {
      left: `${x + left * scale}px`,
      top: `${y + top * scale}px`,
      width: `${width * scale}px`,
      height: `${height * scale}px`,
    });
    this.scale = scale;
  }

  #step(direction: 1 | -1) {
    if (this.view.imageSize) this.#zoom.step(direction, this.#pointer());
    else this.#scaleText(direction > 0 ? 1.25 : 0.8, this.#pointer());
  }

  /** Scales text around a point of the viewport, by default its center. */
  #scaleText(factor: number, point?: Point) {
    const viewport = this.#viewportElement;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = viewport;
    const { x, y } = point ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const before = this.scale;
    this.scale = Math.min(4, Math.max(0.5, before * factor));
    this.view.content.style.zoom = String(this.scale);
    const change = this.scale / before;
    viewport.scrollTo({
      left: (scrollLeft + x) * change - x,
      top: (scrollTop + y) * change - y,
      behavior: 'instant',
    });
  }

  #close() {
    this.dispatchEvent(new Event('close'));
  }

  #onWheel(event: WheelEvent) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#scaleText(Math.exp(-event.deltaY / 200), this.#pointer());
  }

  /**
   * Handles touch. Pinching scales text around the midpoint of the fingers, and one finger scrolls.
   */
  #onTouch(event: TouchEvent) {
    const [one, other] = event.touches;
    const before = this.#fingerDistance;
    this.#fingerDistance =
      one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    if (!one || !other || event.type !== 'touchmove' || before === 0) return;
    event.preventDefault();
    const { left, top } = this.#viewportElement.getBoundingClientRect();
    const x = (one.clientX + other.clientX) / 2 - left;
    const y = (one.clientY + other.clientY) / 2 - top;
    this.#scaleText(this.#fingerDistance / before, { x, y });
  }

  #onKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    // Keep keys from the reader's shortcuts, which apply to the page underneath.
    event.stopPropagation();
    if (key === 'Escape') this.#close();
    else if (key === '+' || key === '=') this.#step(1);
    else if (key === '-') this.#step(-1);
    else if (key === '0') this.#resetSize();
    else if (this.view.imageSize && arrowPanOffsets[key]) this.#zoom.pan(arrowPanOffsets[key]);
    else return;
    event.preventDefault();
  }

  #resetSize() {
    if (this.view.imageSize) this.#zoom.reset();
    else this.#scaleText(1 / this.scale);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-large-view': SvcMediaViewer;
  }
}
