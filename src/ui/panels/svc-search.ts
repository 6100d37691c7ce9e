import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { SearchHit } from '../../../server/reading-sessions/contract.ts';
import { isPending, type BookSearch } from '../../state/book-search.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { icons } from '../icons.ts';
import { itemIndexForKey } from './list-navigation.ts';
import { panelStyles } from './panel-styles.ts';
import {
  PanelRequestEvent,
  SearchRequestEvent,
  type SearchRequest,
} from '../../events/request-events.ts';
import { searchStyles } from './search-styles.ts';
import { chapterTitleAt } from '../../state/toc.ts';
import type { OpenBook } from '../../state/reader-state.ts';
import type { BookView } from '../control-templates.ts';
import { indexed } from '../../state/indexed.ts';

const chapterTitlesByBook = new WeakMap<OpenBook, (hit: SearchHit) => string>();
/** Delay between the last key press and the search. */
const debounceMs = 220;
/** Minimum reader width, in px, at which the page is visible next to the panel. */
const sideBySideMinPx = 900;
/** Distance from the end of the list, in px, at which more hits are requested. */
const nearEndPx = 600;

/**
 * Search panel. Shown next to the page or, on a phone, in place of it.
 *
 * @fires svc-search-request - The user searched for text or chose a result.
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
 * @csspart field - The search field.
 * @csspart hit - Each result.
 */
export class SvcSearch extends LitElement {
  static override styles = [controlStyles, panelStyles, searchStyles];

  static override properties = { messages: {}, search: {}, chapterOf: {}, language: {} };

  declare messages: Messages;
  declare search: BookSearch | null;
  /** Title of the chapter that contains a hit. */
  declare chapterOf: (hit: SearchHit) => string;
  /** BCP 47 tag of the book. */
  declare language: string;

  #debounceTimer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#debounceTimer);
  }

  protected override render() {
    const { messages } = this;
    return html`
      <div
        class="panel side"
        part="panel"
        role="dialog"
        aria-labelledby="title"
        tabindex="-1"
        @keydown=${this.#onKey}
        @focusout=${this.#onFocusOut}
      >
        <div class="head">
          <h2 id="title">${messages.search}</h2>
          <button
            type="button"
            aria-label=${messages.close}
            title=${messages.close}
            @click=${this.#close}
          >
            ${icons.close}
          </button>
        </div>
        ${this.#field()}
        <p class="hint" role="status">${this.#summary()}</p>
        <div class="body" @scroll=${this.#onScroll}>${this.#results()}</div>
      </div>
    `;
  }

  #field() {
    const { messages } = this;
    return html`<div class="search">
      ${icons.search}
      <input
        class="field"
        part="field"
        type="text"
        role="searchbox"
        maxlength="200"
        enterkeyhint="search"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        dir="auto"
        aria-label=${messages.searchIn}
        placeholder=${messages.searchIn}
        @input=${this.#onInput}
      />
      <button
        type="button"
        class="clear"
        aria-label=${messages.searchClear}
        title=${messages.searchClear}
        @click=${this.#clear}
      >
        ${icons.close}
      </button>
    </div>`;
  }

  #summary() {
    const { messages, search } = this;
    if (!search) return messages.searchHint;
    if (search.failure) return nothing;
    if (isPending(search)) return messages.searching;
    if (search.total === 0) return messages.searchNothing(search.query);
    return messages.searchResults(search.total, search.isTotalExact);
  }

  #results() {
    const { search, messages } = this;
    if (!search) return nothing;
    if (search.failure) {
      const isOffline = search.failure.code === 'offline';
      return html`<div class="failed" role="alert">
        <p>${isOffline ? messages.searchOffline : messages.searchFailed}</p>
        <button type="button" class="action" @click=${() => this.#request({ type: 'retry' })}>
          ${messages.retry}
        </button>
      </div>`;
    }
    const groups = groupByChapter(search.hits, this.chapterOf);
    return html`<div class=${isPending(search) ? 'stale' : ''} lang=${this.language}>
      ${groups.map(
        ({ title, first, hits }) =>
          html`<section>
            ${title ? html`<h3 dir="auto">${title}</h3>` : nothing}
            <ul>
              ${hits.map((hit, at) => html`<li>${this.#hit(hit, first + at)}</li>`)}
            </ul>
          </section>`,
      )}
    </div>`;
  }

  #hit({ before, match, after }: SearchHit, index: number) {
    return html`<button
      type="button"
      class="item"
      part="hit"
      dir="auto"
      aria-current=${this.search?.current?.index === index ? 'true' : nothing}
      @click=${() => this.#choose(index)}
    >
      <span class="snippet">${shortenLeadingContext(before)}<mark>${match}</mark>${after}</span>
    </button>`;
  }

  protected override firstUpdated() {
    const field = this.#input();
    field?.focus({ preventScroll: true });
    const list = this.renderRoot.querySelector('.body');
    const current = this.renderRoot.querySelector<HTMLElement>('[aria-current]');
    // Do not use `scrollIntoView`, because it would scroll the host page too.
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 3;
  }

  protected override updated(changed: PropertyValues<this>) {
    const { search } = this;
    const field = this.#input();
    const query = search?.query ?? '';
    const previous = changed.get('search');
    const isNewQuery = changed.has('search') && previous?.query !== search?.query;
    // While the user types, or the search is loading, the field is more recent than the last query.
    if (field && isNewQuery && this.#debounceTimer === undefined && field.value.trim() !== query) {
      field.value = query;
      field.select();
    }
    if (previous && previous.resultsQuery !== search?.resultsQuery) {
      this.renderRoot.querySelector('.body')?.scrollTo({ top: 0 });
    }
  }

  #input() {
    return this.renderRoot.querySelector('input');
  }

  #onInput() {
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = setTimeout(() => this.#find(), debounceMs);
  }

  #find() {
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = undefined;
    this.#request({ type: 'find', query: this.#input()?.value ?? '' });
  }

  #clear() {
    const field = this.#input();
    if (field) field.value = '';
    this.#find();
    field?.focus();
  }

  #choose(index: number) {
    this.#request({ type: 'go', index });
    // Close the panel if it covers the page that contains the result.
    if (this.clientWidth < sideBySideMinPx) this.#close();
  }

  #request(request: SearchRequest) {
    this.dispatchEvent(new SearchRequestEvent(request));
  }

  #close() {
    this.dispatchEvent(new PanelRequestEvent(null));
  }

  #onScroll({ currentTarget }: Event) {
    const { search } = this;
    if (!(currentTarget instanceof Element) || !search || search.cursor === null) return;
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    const isNearEnd = scrollTop + clientHeight > scrollHeight - nearEndPx;
    if (isNearEnd && search.requestedHits <= search.hits.length) this.#request({ type: 'more' });
  }

  /**
   * Closes the panel on a phone when focus leaves it, because the page behind it is not visible.
   */
  #onFocusOut({ relatedTarget }: FocusEvent) {
    const isInside = relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget);
    const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
    const isAlone = panel?.offsetWidth === this.clientWidth;
    if (relatedTarget && !isInside && isAlone) this.#close();
  }

  #onKey(event: KeyboardEvent) {
    // Prevent the keys from reaching the page.
    event.stopPropagation();
    const field = this.#input();
    const inField = field?.matches(':focus') ?? false;
    if (event.key === 'Escape') {
      event.preventDefault();
      return this.#close();
    }
    if (event.key === 'Enter' && inField && !event.isComposing) return this.#enter();
    const keys = inField ? ['ArrowDown'] : ['ArrowDown', 'ArrowUp', 'Home', 'End'];
    if (!keys.includes(event.key)) return;
    const lines = [...this.renderRoot.querySelectorAll<HTMLElement>('.item')];
    const at = lines.findIndex((line) => line.matches(':focus'));
    if (!inField && at < 0) return;
    const isBack = event.key === 'ArrowUp' && at === 0;
    const line = isBack ? field : lines[itemIndexForKey(event, lines, at)];
    if (!line) return;
    event.preventDefault();
    line.focus();
  }

  /** Selects the first hit for the typed query, and then the following hits. */
  #enter() {
    const { search } = this;
    const typed = this.#input()?.value.trim() ?? '';
    if (typed !== search?.query) return this.#find();
    if (search.hits.length > 0) this.#choose((search.current?.index ?? -1) + 1);
  }
}

interface ChapterGroup {
  title: string;
  /** Index of the chapter's first hit among all hits. */
  first: number;
  hits: SearchHit[];
}

/** Groups consecutive hits of the same chapter, in book order. */
function groupByChapter(
  hits: readonly SearchHit[],
  chapterOf: (hit: SearchHit) => string,
): ChapterGroup[] {
  const groups: ChapterGroup[] = [];
  for (const [index, hit] of indexed(hits)) {
    const title = chapterOf(hit);
    const last = groups.at(-1);
    if (last?.title === title) last.hits.push(hit);
    else groups.push({ title, first: index, hits: [hit] });
  }
  return groups;
}

/** Shortens the context before a hit so that the hit appears in the first lines of the snippet. */
function shortenLeadingContext(before: string): string {
  if (before.length <= 40) return before;
  return `…${before
    .slice(-38)
    .replace(/^\S{1,20}\s|^[\udc00-\udfff]/, '')
    .trimStart()}`;
}

export const elements = { 'svc-search': SvcSearch };

export function render({ state, book, messages }: BookView): TemplateResult {
  return html`<svc-search
    exportparts="panel, field, hit"
    .messages=${messages}
    .search=${state.search}
    .chapterOf=${chapterTitleLookup(book)}
    .language=${book.language}
  ></svc-search>`;
}

/** Returns the same function for the same book, because a new one would cause a re-render. */
function chapterTitleLookup(book: OpenBook): (hit: SearchHit) => string {
  const titles = new WeakMap<SearchHit, string>();
  const find = (hit: SearchHit): string => {
    const { chapter, section, start } = hit;
    const at = chapter ? book.order.findIndex((item) => item.chapter?.id === chapter) : section;
    const title = titles.get(hit) ?? chapterTitleAt(book, { section: at, offset: start });
    titles.set(hit, title);
    return title;
  };
  const found = chapterTitlesByBook.get(book) ?? find;
  chapterTitlesByBook.set(book, found);
  return found;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-search': SvcSearch;
  }
}
