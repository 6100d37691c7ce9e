import { css, html, LitElement } from 'lit';
import { keyAction } from '../rendition/input/key-action.ts';
import { textDirection } from '../i18n/text-direction.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { PanelRequestEvent } from '../events/request-events.ts';

/** Minimum swipe distance, in px, that turns back. */
const minSwipePx = 48;
/** Minimum wheel distance, in px, that turns back. A resting finger can cause smaller distances. */
const minWheelPx = 12;

/**
 * The page after the last page of a sample.
 *
 * @fires svc-panel-request - The user returned to the book.
 * @slot - The offer shown on the page.
 * @csspart panel - The page.
 * @csspart back - The button that returns to the book.
 */
export class SvcSampleEnd extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 2;
        overflow: auto;
        overscroll-behavior: contain;
        container-type: size;
        background: var(--svc-background);
      }
      .end {
        box-sizing: border-box;
        min-block-size: 100%;
        display: grid;
        place-content: safe center;
        justify-items: center;
        grid-template-columns: minmax(0, auto);
        gap: 16px;
        padding: 24px;
        outline: none;
        animation: appear 220ms ease-out;
      }
      .end:focus-visible {
        outline: 2px solid var(--svc-accent);
        outline-offset: -4px;
      }
      h2 {
        color: var(--svc-muted);
        font: 400 14px/1.4 var(--svc-ui-font-family);
        letter-spacing: 0.02em;
      }
      button {
        padding-inline: 16px 20px;
        border-radius: var(--svc-button-radius, 999px);
        color: var(--svc-muted);
      }
      .end:dir(rtl) svg {
        transform: scaleX(-1);
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { messages: {}, progression: {} };

  declare messages: Messages;
  /** The book's page progression. */
  declare progression: 'ltr' | 'rtl';

  #takesFocus = false;
  #touch: { x: number; y: number; isAtTop: boolean } | null = null;
  #wheelDistance = 0;

  override connectedCallback() {
    super.connectedCallback();
    // Check this now, because the focused control may be removed or inert after rendering.
    const root = this.getRootNode();
    const hasFocus = root instanceof ShadowRoot && root.host.matches(':focus-within');
    // The pages become inert, and lose focus, before this element's code has loaded.
    this.#takesFocus = hasFocus || document.activeElement === document.body;
  }

  protected override render() {
    const { messages } = this;
    const direction = textDirection(messages.locale);
    return html`<section
      class="end"
      part="panel"
      tabindex="-1"
      aria-labelledby="title"
      dir=${this.progression}
      @keydown=${this.#onKey}
      @wheel=${this.#onWheel}
      @touchstart=${this.#onTouchStart}
      @touchend=${this.#onTouchEnd}
    >
      <h2 id="title" dir="auto">${messages.notLicensed}</h2>
      <slot dir=${direction}></slot>
      <button type="button" part="back" @click=${this.#back}>
        ${icons.previous} <span dir=${direction}>${messages.backToBook}</span>
      </button>
    </section>`;
  }

  protected override firstUpdated() {
    const end = this.renderRoot.querySelector<HTMLElement>('.end');
    if (this.#takesFocus) end?.focus({ preventScroll: true });
  }

  // Use touch events, because pointer events are canceled when scrolling starts.
  #onTouchStart({ touches }: TouchEvent) {
    const [one, other] = touches;
    const isAtTop = this.scrollTop <= 0;
    this.#touch = one && !other ? { x: one.clientX, y: one.clientY, isAtTop } : null;
  }

  #onTouchEnd({ changedTouches: [at] }: TouchEvent) {
    const from = this.#touch;
    this.#touch = null;
    if (!from || !at) return;
    const right = at.clientX - from.x;
    const down = at.clientY - from.y;
    const root = this.getRootNode();
    const isScrolling = root instanceof ShadowRoot && root.host.matches(':state(scrolling)');
    const isSideways = Math.abs(right) > 2 * Math.abs(down);
    const pulled = isScrolling && from.isAtTop && Math.abs(down) > Math.abs(right) ? down : 0;
    if ((isSideways ? this.#backwards(right) : pulled) >= minSwipePx) this.#back();
  }

  #onWheel(event: WheelEvent) {
    const { deltaX, deltaY, ctrlKey } = event;
    const distance = Math.abs(deltaX) > Math.abs(deltaY) ? this.#backwards(-deltaX) : -deltaY;
    const isBack = distance > 0 && !ctrlKey && this.scrollTop <= 0;
    this.#wheelDistance = isBack ? this.#wheelDistance + distance : 0;
    if (this.#wheelDistance < minWheelPx) return;
    event.preventDefault();
    this.#back();
  }

  /** Converts a rightward distance to a distance toward the previous page. */
  #backwards(right: number): number {
    return this.progression === 'rtl' ? -right : right;
  }

  #back() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  /** Handles the keys that turn back. Forms in the slot handle their own keys. */
  #onKey(event: KeyboardEvent) {
    const [target] = event.composedPath();
    const isSelf = target === event.currentTarget;
    const turnsBack =
      (isSelf || (isPlainLinkOrButton(target) && event.key.startsWith('Arrow'))) &&
      event.key !== 'ArrowUp' &&
      keyAction(event, this.progression === 'rtl') === 'previous';
    if (event.key !== 'Escape' && !turnsBack) return;
    event.preventDefault();
    event.stopPropagation();
    this.#back();
  }
}

/** Whether the target does not use arrow keys. */
function isPlainLinkOrButton(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.matches('a:not([role]), button:not([role])');
}
