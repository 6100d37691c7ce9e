import { html, LitElement, nothing } from 'lit';
import { rates, type Listening } from '../reader/listening.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { playerStyles } from './player-styles.ts';
import { ListenRequestEvent, type ListenRequest } from './request-events.ts';

/**
 * The line below the pages while the book is read aloud.
 *
 * @fires svc-listen-request - Something is to be heard, or no longer.
 * @csspart player - The line.
 */
export class SvcPlayer extends LitElement {
  static override styles = [controlStyles, playerStyles];

  static override properties = { text: {}, listening: {} };

  declare text: Messages;
  declare listening: Listening;

  protected override render() {
    const { text, listening } = this;
    return html`<div
      part="player"
      role="group"
      aria-label=${text.listening}
      aria-busy=${listening.status === 'loading'}
      @keydown=${this.#onKey}
    >
      ${listening.status === 'failed' ? this.#failed() : this.#playing()}
      ${this.#button(text.stopListening, icons.close, { type: 'stop' })}
    </div>`;
  }

  #failed() {
    const { text, listening } = this;
    const isForbidden = listening.fault === 'forbidden';
    return html`<p role="alert">${isForbidden ? text.soundForbidden : text.soundFailed}</p>
      ${
        isForbidden
          ? nothing
          : html`<button type="button" class="again" @click=${() => this.#ask({ type: 'toggle' })}>
              ${text.retry}
            </button>`
      }`;
  }

  #playing() {
    const { text, listening } = this;
    const { status, isAway, canEscape, hasAsides, skipsAsides } = listening;
    const isPlaying = status === 'playing';
    return html`
      ${this.#rate()}${this.#voice()}
      <span class="middle" dir="ltr">
        ${this.#button(text.previousPassage, icons.stepBack, { type: 'step', step: -1 })}
        ${this.#button(
          isPlaying ? text.pauseListening : text.resumeListening,
          isPlaying ? icons.pause : icons.play,
          { type: 'toggle' },
          'main',
        )}
        ${this.#button(text.nextPassage, icons.stepForward, { type: 'step', step: 1 })}
      </span>
      ${isAway ? this.#button(text.backToSpoken, icons.spoken, { type: 'return' }, 'away') : nothing}
      ${canEscape ? this.#button(text.escapeSpoken, icons.escape, { type: 'escape' }) : nothing}
      ${
        hasAsides
          ? html`<button
              type="button"
              aria-pressed=${skipsAsides}
              aria-label=${text.skipAsides}
              title=${text.skipAsides}
              @click=${() => this.#ask({ type: 'skip-asides', skips: !skipsAsides })}
            >
              ${icons.asides}
            </button>`
          : nothing
      }
    `;
  }

  #rate() {
    const { text, listening } = this;
    return html`<select
      class="rate"
      aria-label=${text.speechRate}
      title=${text.speechRate}
      @change=${this.#onRate}
    >
      ${rates.map(
        (rate) =>
          html`<option value=${rate} ?selected=${rate === listening.rate}>
            ${text.times(rate)}
          </option>`,
      )}
    </select>`;
  }

  #voice() {
    const { text, listening } = this;
    if (listening.voices.length < 2) return nothing;
    return html`<select
      class="voice"
      aria-label=${text.voice}
      title=${text.voice}
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
      @click=${() => this.#ask(request)}
    >
      ${icon}
    </button>`;
  }

  protected override firstUpdated() {
    this.renderRoot.querySelector<HTMLElement>('.main')?.focus({ preventScroll: true });
  }

  #ask(request: ListenRequest) {
    this.dispatchEvent(new ListenRequestEvent(request));
  }

  #onRate({ target }: Event) {
    if (target instanceof HTMLSelectElement) {
      this.#ask({ type: 'rate', rate: Number(target.value) });
    }
  }

  #onVoice({ target }: Event) {
    if (target instanceof HTMLSelectElement) this.#ask({ type: 'voice', voice: target.value });
  }

  #onKey(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isList = target instanceof HTMLSelectElement;
    const request = requestOfKey(key);
    // What is not for the player is for the pages; the keys of a list of rates are its own.
    if (isList || request) event.stopPropagation();
    if (isList || !request) return;
    event.preventDefault();
    this.#ask(request);
  }
}

/** The space bar presses the button that has the focus. */
function requestOfKey(key: string): ListenRequest | null {
  if (key === 'k') return { type: 'toggle' };
  if (key === 'j' || key === 'ArrowLeft') return { type: 'step', step: -1 };
  if (key === 'l' || key === 'ArrowRight') return { type: 'step', step: 1 };
  return key === 'Escape' ? { type: 'stop' } : null;
}
