import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { controlStyles } from '../../ui/control-styles.ts';
import { icons } from '../../ui/icons.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { MediaView } from './media-view.ts';
import { arrowPanOffsets, listenForZoom } from './listen-for-zoom.ts';
import { ZoomController, type ZoomState, type ZoomViewport } from './zoom-controller.ts';

/** A picture of few pixels is shown at so many times its size at most. */
const maxInitialScale = 2;
/** px of a push downwards that closes. */
const minSwipePx = 80;

/**
 * A picture, a table, code or a formula over the whole reader.
 *
 * @fires close - The person is done with it; not composed.
 * @csspart large-view - The whole of it.
 * @csspart caption - The line below a picture.
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
      .room {
        position: relative;
        overflow: clip;
        contain: layout paint;
        touch-action: none;
        cursor: zoom-in;
      }
      .room.larger {
        cursor: grab;
      }
      .room.larger:active {
        cursor: grabbing;
      }
      .room > * {
        position: absolute;
        container: none;
      }
      .room.scrolls {
        display: grid;
        place-content: safe center;
        overflow: auto;
        overscroll-behavior: contain;
        touch-action: pan-x pan-y;
        cursor: auto;
        scrollbar-color: var(--svc-muted) transparent;
        outline: none;
      }
      .room.scrolls:focus-visible {
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

  readonly #magnifier = new ZoomController(
    () => this.#roomNow(),
    (state) => this.#show(state),
  );
  readonly #listening = new AbortController();
  #resize: ResizeObserver | null = null;
  /** px between two fingers; 0 without them. */
  #spread = 0;

  constructor() {
    super();
    this.scale = 1;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    // The reader may only be moved.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#listening.abort();
      this.#resize?.disconnect();
    });
  }

  /** What scrolls takes it: the keys that scroll are its own then. */
  override focus() {
    const own = this.view.imageSize ? '.view' : '.room';
    this.renderRoot.querySelector<HTMLElement>(own)?.focus({ preventScroll: true });
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
          ${icons.minus}
        </button>
        <button
          type="button"
          aria-label=${text.zoomIn}
          title=${text.zoomIn}
          aria-disabled=${String(scale >= (imageSize ? 8 : 4))}
          @click=${() => this.#step(1)}
        >
          ${icons.plus}
        </button>
        <button type="button" aria-label=${text.close} title=${text.close} @click=${this.#close}>
          ${icons.close}
        </button>
      </div>
      ${
        imageSize
          ? html`<div class="room ${isLarger ? 'larger' : ''}">${content}</div>`
          : html`<div class="room scrolls" tabindex="0" role="group" aria-label=${text.scrollBox}>
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
    const room = this.#room;
    const { signal } = this.#listening;
    if (!this.view.imageSize) {
      room.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
      for (const type of ['touchstart', 'touchmove', 'touchend'] as const) {
        room.addEventListener(type, (event) => this.#onTouch(event), { signal, passive: false });
      }
      return;
    }
    const whole = this.renderRoot.querySelector<HTMLElement>('.view');
    if (!whole) return;
    const onSwipe = ({ y }: { y: number }) => {
      if (!this.#magnifier.isZoomed && y > minSwipePx) this.#close();
    };
    listenForZoom(room, this.#magnifier, { onSwipe }, signal);
    this.#resize = new ResizeObserver(() => {
      this.#magnifier.reset();
      this.#show(this.#magnifier.state);
    });
    this.#resize.observe(room);
    this.#show(this.#magnifier.state);
  }

  get #room(): HTMLElement {
    const room = this.renderRoot.querySelector<HTMLElement>('.room');
    if (!room) throw new Error('Asked for the room before it was rendered.');
    return room;
  }

  /** The picture as large as it fits, in the middle. */
  #roomNow(): ZoomViewport | null {
    const { imageSize } = this.view;
    if (!imageSize || !this.hasUpdated) return null;
    const { clientWidth, clientHeight } = this.#room;
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

  /** By its size, not by a transform: it is drawn anew, and sharp. */
  #show({ scale, x, y }: ZoomState) {
    const room = this.#roomNow();
    if (!room) return;
    const { left, top, width, height } = room.content;
    Object.assign(this.view.content.style, {
      left: `${x + left * scale}px`,
      top: `${y + top * scale}px`,
      width: `${width * scale}px`,
      height: `${height * scale}px`,
    });
    this.scale = scale;
  }

  #step(direction: 1 | -1) {
    if (this.view.imageSize) this.#magnifier.step(direction);
    else this.#scaleText(direction > 0 ? 1.25 : 0.8);
  }

  #scaleText(factor: number) {
    this.scale = Math.min(4, Math.max(0.5, this.scale * factor));
    this.view.content.style.zoom = String(this.scale);
  }

  #close() {
    this.dispatchEvent(new Event('close'));
  }

  #onWheel(event: WheelEvent) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#scaleText(Math.exp(-event.deltaY / 200));
  }

  /** Two fingers make text larger, around what lies between them; one scrolls. */
  #onTouch(event: TouchEvent) {
    const [one, other] = event.touches;
    const before = this.#spread;
    this.#spread =
      one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    if (!one || !other || event.type !== 'touchmove' || before === 0) return;
    event.preventDefault();
    const room = this.#room;
    const { left, top } = room.getBoundingClientRect();
    const x = (one.clientX + other.clientX) / 2 - left;
    const y = (one.clientY + other.clientY) / 2 - top;
    const from = { scale: this.scale, x: room.scrollLeft + x, y: room.scrollTop + y };
    this.#scaleText(this.#spread / before);
    const change = this.scale / from.scale;
    room.scrollTo({ left: from.x * change - x, top: from.y * change - y, behavior: 'instant' });
  }

  #onKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    // The reader's own shortcuts are for what lies below.
    event.stopPropagation();
    if (key === 'Escape') this.#close();
    else if (key === '+' || key === '=') this.#step(1);
    else if (key === '-') this.#step(-1);
    else if (key === '0') this.#resetSize();
    else if (this.view.imageSize && arrowPanOffsets[key]) this.#magnifier.pan(arrowPanOffsets[key]);
    else return;
    event.preventDefault();
  }

  #resetSize() {
    if (this.view.imageSize) this.#magnifier.reset();
    else this.#scaleText(1 / this.scale);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-large-view': SvcMediaViewer;
  }
}
