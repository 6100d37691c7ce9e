import { css, html, LitElement } from 'lit';
import { moveOfKey } from '../page/input/keys.ts';
import { directionOf } from '../text/direction-of.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { PanelRequestEvent } from './request-events.ts';

/**
 * The page after the last page of a sample, with a way back.
 *
 * @fires svc-panel-request - The person wants to go back.
 * @slot - What is offered there.
 * @csspart panel - The page.
 * @csspart back - The button that leads back.
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
        border-radius: 999px;
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

  static override properties = { text: {}, progression: {} };

  declare text: Messages;
  /** Side on which the book’s next page lies. */
  declare progression: 'ltr' | 'rtl';

  #takesFocus = false;

  override connectedCallback() {
    super.connectedCallback();
    // Now: what has the focus may be gone, or out of reach, once this is rendered.
    const root = this.getRootNode();
    this.#takesFocus = root instanceof ShadowRoot && root.host.matches(':focus-within');
  }

  protected override render() {
    const { text } = this;
    const direction = directionOf(text.locale);
    return html`<section
      class="end"
      part="panel"
      tabindex="-1"
      aria-labelledby="title"
      dir=${this.progression}
      @keydown=${this.#onKey}
    >
      <h2 id="title" dir="auto">${text.notLicensed}</h2>
      <slot dir=${direction}></slot>
      <button type="button" part="back" @click=${this.#back}>
        ${icons.previous} <span dir=${direction}>${text.backToBook}</span>
      </button>
    </section>`;
  }

  protected override firstUpdated() {
    const end = this.renderRoot.querySelector<HTMLElement>('.end');
    if (this.#takesFocus) end?.focus({ preventScroll: true });
  }

  #back() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  /** The keys that turn back do so here; a form of the page’s own keeps its keys. */
  #onKey(event: KeyboardEvent) {
    const [target] = event.composedPath();
    const isOwn = target === event.currentTarget;
    const turnsBack =
      (isOwn || (isPressed(target) && event.key.startsWith('Arrow'))) &&
      event.key !== 'ArrowUp' &&
      moveOfKey(event, this.progression === 'rtl') === 'previous';
    if (event.key !== 'Escape' && !turnsBack) return;
    event.preventDefault();
    event.stopPropagation();
    this.#back();
  }
}

/** Has no use for arrows itself. */
function isPressed(target: EventTarget | undefined): boolean {
  return target instanceof Element && target.matches('a:not([role]), button:not([role])');
}
