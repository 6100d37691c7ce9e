import { css, html, LitElement, nothing } from 'lit';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import type { Messages } from '../i18n/messages.ts';

/** New chapters, or a change to the chapter on screen. */
export type ChapterUpdate = { kind: 'published'; titles: string[] } | { kind: 'changed' };

/**
 * A bar in place of the progress bar that reports new chapters and offers to open them.
 *
 * @fires svc-news-accept - The user accepted the offer. Not composed.
 * @fires svc-news-dismiss - The user dismissed the bar. Not composed.
 */
export class SvcChapterUpdates extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        position: absolute;
        z-index: 2;
        inset-inline: 0;
        inset-block-end: 0;
        block-size: 48px;
        container-type: inline-size;
        background: var(--svc-background);
      }
      .line {
        display: grid;
        grid-template-columns: minmax(0, auto) auto auto;
        place-content: center;
        align-items: center;
        gap: 4px;
        box-sizing: border-box;
        block-size: 100%;
        padding-inline: 20px 4px;
        animation: rise 240ms ease-out;
      }
      .message {
        overflow: hidden;
        white-space: nowrap;
        text-overflow: ellipsis;
        font-size: 15px;
      }
      button {
        border-radius: var(--svc-button-radius, 999px);
      }
      .go {
        min-block-size: 34px;
        margin-inline-start: 16px;
        padding-inline: 16px;
        background: var(--svc-accent);
        color: var(--svc-background);
        font-weight: 500;
      }
      .go:hover:not(:disabled) {
        background: color-mix(in srgb, var(--svc-accent) 88%, var(--svc-color));
      }
      .go:focus-visible {
        outline-offset: 2px;
      }
      @container (max-width: 480px) {
        .line {
          grid-template-columns: minmax(0, 1fr) auto auto;
        }
        .go {
          margin-inline-start: 4px;
        }
      }
      @keyframes rise {
        from {
          translate: 0 8px;
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { messages: {}, chapterUpdate: {} };

  declare messages: Messages;
  /**
   * Initially null, because screen readers only announce content added to an existing live region.
   */
  declare chapterUpdate: ChapterUpdate | null;

  protected override render() {
    const { messages, chapterUpdate: update } = this;
    return html`<div class="line" @keydown=${this.#onKey}>
      <span class="message" role="status" title=${update ? this.#message(update) : nothing}
        >${update ? this.#message(update) : nothing}</span
      >${
        update
          ? html`<button type="button" class="go" @click=${() => this.#reply('accept')}>
                ${update.kind === 'published' ? messages.readChapter : messages.showChange}
              </button>
              <button
                type="button"
                aria-label=${messages.close}
                title=${messages.close}
                @click=${() => this.#reply('dismiss')}
              >
                ${icons.close}
              </button>`
          : nothing
      }
    </div>`;
  }

  #message(update: ChapterUpdate): string {
    const { messages } = this;
    if (update.kind === 'changed') return messages.chapterChanged;
    const [title = '', ...more] = update.titles;
    // The title and the message may have different text directions.
    return more.length === 0
      ? messages.newChapter(`\u2068${title}\u2069`)
      : messages.newChapters(more.length + 1);
  }

  #reply(answer: 'accept' | 'dismiss') {
    this.dispatchEvent(new Event(`svc-news-${answer}`));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#reply('dismiss');
  }
}
