import { css, html, LitElement, nothing } from 'lit';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import type { Messages } from '../i18n/messages.ts';

/** What there is to tell: chapters that came, or that the one on screen was changed. */
export type ChapterUpdate = { kind: 'published'; titles: string[] } | { kind: 'changed' };

/**
 * A line in place of the progress that tells of new chapters, and leads there.
 *
 * @fires svc-news-accept - The person wants to see it; not composed.
 * @fires svc-news-dismiss - The person does not; not composed.
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
      .told {
        overflow: hidden;
        white-space: nowrap;
        text-overflow: ellipsis;
        font-size: 15px;
      }
      button {
        border-radius: 999px;
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
  /** Null at first: what is put into a region that is there already is read out. */
  declare chapterUpdate: ChapterUpdate | null;

  protected override render() {
    const { messages, chapterUpdate: news } = this;
    return html`<div class="line" @keydown=${this.#onKey}>
      <span class="told" role="status" title=${news ? this.#told(news) : nothing}
        >${news ? this.#told(news) : nothing}</span
      >${
        news
          ? html`<button type="button" class="go" @click=${() => this.#tell('accept')}>
                ${news.kind === 'published' ? messages.readChapter : messages.showChange}
              </button>
              <button
                type="button"
                aria-label=${messages.close}
                title=${messages.close}
                @click=${() => this.#tell('dismiss')}
              >
                ${icons.close}
              </button>`
          : nothing
      }
    </div>`;
  }

  #told(news: ChapterUpdate): string {
    const { messages } = this;
    if (news.kind === 'changed') return messages.chapterChanged;
    const [title = '', ...more] = news.titles;
    // Titles may run the other way than the words around them.
    return more.length === 0
      ? messages.newChapter(`\u2068${title}\u2069`)
      : messages.newChapters(more.length + 1);
  }

  #tell(what: 'accept' | 'dismiss') {
    this.dispatchEvent(new Event(`svc-news-${what}`));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#tell('dismiss');
  }
}
