import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Messages } from '../i18n/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { PanelRequestEvent, SearchRequestEvent } from '../events/request-events.ts';
import type { BookView } from './control-templates.ts';

/** The selected search result. */
export interface HitsView {
  /** Number of the result, from 1. */
  hit: number;
  total: number;
  query: string;
}

/**
 * Bar in place of the progress bar, used to step through search results.
 *
 * @fires svc-search-request - The user chose another result or ended the search.
 * @fires svc-panel-request - The user opened the list of results.
 * @csspart hits - The bar.
 */
export class SvcHits extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        align-self: end;
        background: var(--svc-progress-background, var(--svc-background));
      }
      div {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: 4px;
        min-block-size: 48px;
        padding-inline: 4px;
      }
      button {
        flex: none;
        min-inline-size: 44px;
        min-block-size: 44px;
      }
      .list {
        flex: 0 1 auto;
        min-inline-size: 0;
        padding-inline: 12px;
      }
      .query {
        overflow: hidden;
        color: var(--svc-muted);
        white-space: nowrap;
        text-overflow: ellipsis;
      }
      .position {
        flex: none;
        min-inline-size: 96px;
        text-align: center;
      }
      .turn svg:dir(rtl) {
        scale: -1 1;
      }
    `,
  ];

  static override properties = { messages: {}, view: {} };

  declare messages: Messages;
  declare view: HitsView;

  protected override render() {
    const { messages, view } = this;
    return html`<div part="hits" role="group" aria-label=${messages.search} @keydown=${this.#onKey}>
      <button
        type="button"
        class="list"
        aria-label=${messages.showAllResults(view.query)}
        title=${messages.showAllResults(view.query)}
        @click=${() => this.dispatchEvent(new PanelRequestEvent('search'))}
      >
        ${icons.search}<span class="query" dir="auto">${view.query}</span>
      </button>
      ${this.#turn(messages.previousResult, icons.previous, -1)}
      <span class="position" role="status">${messages.resultOf(view.hit, view.total)}</span>
      ${this.#turn(messages.nextResult, icons.next, 1)}
      <button
        type="button"
        aria-label=${messages.closeSearch}
        title=${messages.closeSearch}
        @click=${this.#leave}
      >
        ${icons.close}
      </button>
    </div>`;
  }

  #turn(label: string, icon: unknown, step: 1 | -1) {
    return html`<button
      type="button"
      class="turn"
      aria-label=${label}
      title=${label}
      @click=${() => this.dispatchEvent(new SearchRequestEvent({ type: 'step', step }))}
    >
      ${icon}
    </button>`;
  }

  #leave() {
    this.dispatchEvent(new SearchRequestEvent({ type: 'leave' }));
  }

  #onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#leave();
  }
}

export const elements = { 'svc-hits': SvcHits };

export function render({ state, messages }: BookView): TemplateResult | typeof nothing {
  const { search } = state;
  if (!search?.current) return nothing;
  const { query, total, current } = search;
  const view = { query, total, hit: current.index + 1 };
  return html`<svc-hits exportparts="hits" .messages=${messages} .view=${view}></svc-hits>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-hits': SvcHits;
  }
}
