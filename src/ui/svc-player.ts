import { html, LitElement, nothing, css, type TemplateResult, svg } from 'lit';
import { speechRates, type ReadAloudState } from '../state/read-aloud.ts';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icon, icons } from './icons.ts';
import { ListenRequestEvent, type ListenRequest } from '../events/request-events.ts';
import type { BookView } from './control-templates.ts';

const playerIcons = {
  play: icon(svg`<path d="M7 4.8v10.4l8-5.2z" />`),
  pause: icon(svg`<path d="M7.2 5v10M12.8 5v10" />`),
  stepBack: icon(svg`<path d="M15 5v10l-7-5zM5.5 5v10" />`),
  stepForward: icon(svg`<path d="M5 5v10l7-5zM14.5 5v10" />`),
  /** Returns to the text being read aloud. */
  spoken: icon(svg`<path d="M3 5h14M3 15h14M6 10h11M3 10h.01" />`),
  escape: icon(svg`<path d="M4 4.5h12v11H4zM7 10h6M10.5 7.5L13 10l-2.5 2.5" />`),
  asides: icon(svg`<path d="M3 5h14M3 9h8M3 13h6M13 12.5l4 4M17 12.5l-4 4" />`),
};

const playerStyles = css`
  :host {
    align-self: end;
    background: var(--svc-progress-background, var(--svc-background));
  }
  div {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 2px;
    min-block-size: 48px;
    padding-inline: 4px;
  }
  button {
    flex: none;
    min-inline-size: 44px;
    min-block-size: 44px;
  }
  .middle {
    display: flex;
    margin-inline: auto;
  }
  .main {
    border-radius: 50%;
    background: color-mix(in srgb, var(--svc-color) 8%, transparent);
  }
  .main svg {
    fill: currentColor;
  }
  .away,
  [aria-pressed='true'] {
    color: var(--svc-accent);
  }
  select {
    all: unset;
    box-sizing: border-box;
    min-inline-size: 0;
    min-block-size: 44px;
    padding-inline: 10px;
    border-radius: var(--svc-button-radius, 10px);
    line-height: 44px;
    cursor: pointer;
    text-align: center;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .rate {
    flex: none;
    inline-size: 64px;
  }
  .voice {
    flex: 0 1 180px;
    color: var(--svc-muted);
  }
  select:focus-visible {
    outline: 2px solid var(--svc-accent);
    outline-offset: -2px;
  }
  option {
    background: var(--svc-surface);
    color: var(--svc-color);
  }
  p {
    flex: 1;
    margin: 0;
    padding-inline: 12px;
    font-size: 13px;
    text-wrap: pretty;
  }
  .again {
    padding-inline: 12px;
    color: var(--svc-accent);
  }
  @container (min-width: 720px) {
    .middle {
      position: absolute;
      inset-inline-start: 50%;
      margin-inline: -66px 0;
    }
    .voice {
      margin-inline-end: auto;
    }
    .rate:not(:has(+ .voice)) {
      margin-inline-end: auto;
    }
  }
  @container (max-width: 420px) {
    .voice {
      display: none;
    }
  }
`;

/**
 * Read-aloud player that replaces the progress bar.
 *
 * @fires svc-listen-request - The user changed or stopped playback.
 * @csspart player - The player bar.
 */
export class SvcPlayer extends LitElement {
  static override styles = [controlStyles, playerStyles];

  static override properties = { messages: {}, listening: {} };

  declare messages: Messages;
  declare listening: ReadAloudState;

  protected override render() {
    const { messages, listening } = this;
    return html`<div
      part="player"
      role="group"
      aria-label=${messages.readingAloud}
      aria-busy=${listening.status === 'loading'}
      @keydown=${this.#onKey}
    >
      ${listening.status === 'failed' ? this.#failed() : this.#playing()}
      ${this.#button(messages.stopReadAloud, icons.close, { type: 'stop' })}
    </div>`;
  }

  #failed() {
    const { messages, listening } = this;
    const isForbidden = listening.failure === 'forbidden';
    return html`<p role="alert">${isForbidden ? messages.audioBlocked : messages.audioFailed}</p>
      ${
        isForbidden
          ? nothing
          : html`<button
              type="button"
              class="again"
              @click=${() => this.#request({ type: 'toggle' })}
            >
              ${messages.retry}
            </button>`
      }`;
  }

  #playing() {
    const { messages, listening } = this;
    const { status, isAway, canEscape, hasAsides, skipsAsides } = listening;
    const isPlaying = status === 'playing';
    return html`
      ${this.#rate()}${this.#voice()}
      <span class="middle" dir="ltr">
        ${this.#button(messages.previousPassage, playerIcons.stepBack, { type: 'step', step: -1 })}
        ${this.#button(
          isPlaying ? messages.pauseReadAloud : messages.resumeReadAloud,
          isPlaying ? playerIcons.pause : playerIcons.play,
          { type: 'toggle' },
          'main',
        )}
        ${this.#button(messages.nextPassage, playerIcons.stepForward, { type: 'step', step: 1 })}
      </span>
      ${isAway ? this.#button(messages.backToSentence, playerIcons.spoken, { type: 'return' }, 'away') : nothing}
      ${canEscape ? this.#button(messages.skipBlock, playerIcons.escape, { type: 'escape' }) : nothing}
      ${
        hasAsides
          ? html`<button
              type="button"
              aria-pressed=${skipsAsides}
              aria-label=${messages.skipNotes}
              title=${messages.skipNotes}
              @click=${() => this.#request({ type: 'skip-asides', skips: !skipsAsides })}
            >
              ${playerIcons.asides}
            </button>`
          : nothing
      }
    `;
  }

  #rate() {
    const { messages, listening } = this;
    return html`<select
      class="rate"
      aria-label=${messages.speechRate}
      title=${messages.speechRate}
      @change=${this.#onRate}
    >
      ${speechRates.map(
        (rate) =>
          html`<option value=${rate} ?selected=${rate === listening.rate}>
            ${messages.times(rate)}
          </option>`,
      )}
    </select>`;
  }

  #voice() {
    const { messages, listening } = this;
    if (listening.voices.length < 2) return nothing;
    return html`<select
      class="voice"
      aria-label=${messages.voice}
      title=${messages.voice}
      @change=${this.#onVoice}
    >
      ${listening.voices.map(
        (voice) =>
          html`<option value=${voice} ?selected=${voice === listening.voice}>${voice}</option>`,
      )}
    </select>`;
  }

  #button(label: string, icon: unknown, request: ListenRequest, kind = '') {
    return html`<button
      type="button"
      class=${kind}
      aria-label=${label}
      title=${label}
      @click=${() => this.#request(request)}
    >
      ${icon}
    </button>`;
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector<HTMLElement>('.main')?.focus({ preventScroll: true });
  }

  #request(request: ListenRequest) {
    this.dispatchEvent(new ListenRequestEvent(request));
  }

  #onRate({ target }: Event) {
    if (target instanceof HTMLSelectElement) {
      this.#request({ type: 'rate', rate: Number(target.value) });
    }
  }

  #onVoice({ target }: Event) {
    if (target instanceof HTMLSelectElement) this.#request({ type: 'voice', voice: target.value });
  }

  #onKey(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isList = target instanceof HTMLSelectElement;
    const request = requestForKey(key);
    // Let the page handle other keys, but keep keys pressed in a list.
    if (isList || request) event.stopPropagation();
    if (isList || !request) return;
    event.preventDefault();
    this.#request(request);
  }
}

/**
 * Returns the playback request for a key, or null. The space bar is not mapped because it presses
 * the focused button.
 */
function requestForKey(key: string): ListenRequest | null {
  if (key === 'k') return { type: 'toggle' };
  if (key === 'j' || key === 'ArrowLeft') return { type: 'step', step: -1 };
  if (key === 'l' || key === 'ArrowRight') return { type: 'step', step: 1 };
  return key === 'Escape' ? { type: 'stop' } : null;
}

export const elements = { 'svc-player': SvcPlayer };

export function render({ state, messages }: BookView): TemplateResult | typeof nothing {
  const { readAloud } = state;
  if (!readAloud) return nothing;
  return html`<svc-player
    exportparts="player"
    .messages=${messages}
    .listening=${readAloud}
  ></svc-player>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-player': SvcPlayer;
  }
}
