import { html, LitElement, nothing, type PropertyValues } from 'lit';
import type { SearchHit } from '../../server/reader/contract.ts';
import { isAsking, type BookSearch } from '../reader/search.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { lineOfKey } from './move-focus.ts';
import { panelStyles } from './panel-styles.ts';
import { PanelRequestEvent, SearchRequestEvent, type SearchRequest } from './request-events.ts';
import { searchStyles } from './search-styles.ts';

/** So long after the last letter the search begins. */
const pauseMs = 220;
/** On a reader so wide the pages stand beside the sheet. */
const besidePx = 900;
/** So near to the end of the list more hits are asked for. */
const nearEndPx = 600;

/**
 * Search in the book: a sheet beside the pages, on a phone in their place.
 *
 * @fires svc-search-request - A text is to be looked for, or a hit was chosen.
 * @fires svc-panel-request - The sheet is to close.
 * @csspart panel - The sheet.
 * @csspart field - Where the text is typed.
 * @csspart hit - Each hit.
 */
export class SvcSearch extends LitElement {
  static override styles = [controlStyles, panelStyles, searchStyles];

  static override properties = { text: {}, search: {}, chapterOf: {}, language: {} };

  declare text: Messages;
  declare search: BookSearch | null;
  /** Title of the chapter that a hit lies in. */
  declare chapterOf: (hit: SearchHit) => string;
  /** BCP 47 tag of the book. */
  declare language: string;

  #pause: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#pause);
  }

  protected override render() {
    const { text } = this;
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
          <h2 id="title">${text.search}</h2>
          <button type="button" aria-label=${text.close} title=${text.close} @click=${this.#close}>
            ${icons.close}
          </button>
        </div>
        ${this.#field()}
        <p class="hint" role="status">${this.#summary()}</p>
        <div class="body" @scroll=${this.#onScroll}>${this.#found()}</div>
      </div>
    `;
  }

  #field() {
    const { text } = this;
    return html`<div class="ask">
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
        aria-label=${text.searchIn}
        placeholder=${text.searchIn}
        @input=${this.#onInput}
      />
      <button
        type="button"
        class="clear"
        aria-label=${text.searchClear}
        title=${text.searchClear}
        @click=${this.#clear}
      >
        ${icons.close}
      </button>
    </div>`;
  }

  #summary() {
    const { text, search } = this;
    if (!search) return text.searchHint;
    if (search.failure) return nothing;
    if (isAsking(search)) return text.searchAsking;
    if (search.total === 0) return text.searchNothing(search.query);
    return text.searchHits(search.total, search.isTotalExact);
  }

  #found() {
    const { search, text } = this;
    if (!search) return nothing;
    if (search.failure) {
      const isOffline = search.failure.code === 'offline';
      return html`<div class="failed" role="alert">
        <p>${isOffline ? text.searchOffline : text.searchFailed}</p>
        <button type="button" class="action" @click=${() => this.#ask({ type: 'retry' })}>
          ${text.retry}
        </button>
      </div>`;
    }
    const groups = groupsOf(search.hits, this.chapterOf);
    return html`<div class=${isAsking(search) ? 'stale' : ''} lang=${this.language}>
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
      <span class="snippet">${shortened(before)}<mark>${match}</mark>${after}</span>
    </button>`;
  }

  protected override firstUpdated() {
    const field = this.#input();
    field?.focus({ preventScroll: true });
    const list = this.renderRoot.querySelector('.body');
    const current = this.renderRoot.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView: that would scroll the host page too.
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 3;
  }

  protected override updated(changed: PropertyValues<this>) {
    const { search } = this;
    const field = this.#input();
    const query = search?.query ?? '';
    // What is being typed is newer than what was looked for last.
    if (field && this.#pause === undefined && field.value.trim() !== query) {
      field.value = query;
      field.select();
    }
    const before = changed.get('search');
    if (before && before.answered !== search?.answered) {
      this.renderRoot.querySelector('.body')?.scrollTo({ top: 0 });
    }
  }

  #input() {
    return this.renderRoot.querySelector('input');
  }

  #onInput() {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#find(), pauseMs);
  }

  #find() {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#ask({ type: 'find', query: this.#input()?.value ?? '' });
  }

  #clear() {
    const field = this.#input();
    if (field) field.value = '';
    this.#find();
    field?.focus();
  }

  #choose(index: number) {
    this.#ask({ type: 'go', index });
    // Where it lies over the page, nobody would see what was gone to.
    if (this.clientWidth < besidePx) this.#close();
  }

  #ask(request: SearchRequest) {
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
    if (isNearEnd && search.wanted <= search.hits.length) this.#ask({ type: 'more' });
  }

  /** Nobody is to be with the keyboard where a phone shows the sheet alone. */
  #onFocusOut({ relatedTarget }: FocusEvent) {
    const isInside = relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget);
    const panel = this.renderRoot.querySelector<HTMLElement>('.panel');
    const isAlone = panel?.offsetWidth === this.clientWidth;
    if (relatedTarget && !isInside && isAlone) this.#close();
  }

  #onKey(event: KeyboardEvent) {
    // The keys of the pages have no business here.
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
    const line = isBack ? field : lines[lineOfKey(event, lines, at)];
    if (!line) return;
    event.preventDefault();
    line.focus();
  }

  /** Goes to the first hit of what was typed, and to the next ones after it. */
  #enter() {
    const { search } = this;
    const typed = this.#input()?.value.trim() ?? '';
    if (typed !== search?.query) return this.#find();
    if (search.hits.length > 0) this.#choose((search.current?.index ?? -1) + 1);
  }
}

interface Group {
  title: string;
  /** Place of its first hit among all. */
  first: number;
  hits: SearchHit[];
}

/** Hits of one chapter after the other, as the book has them. */
function groupsOf(hits: readonly SearchHit[], chapterOf: (hit: SearchHit) => string): Group[] {
  const groups: Group[] = [];
  for (const [index, hit] of hits.entries()) {
    const title = chapterOf(hit);
    const last = groups.at(-1);
    if (last?.title === title) last.hits.push(hit);
    else groups.push({ title, first: index, hits: [hit] });
  }
  return groups;
}

/** The hit is to be in the first lines of its snippet. */
function shortened(before: string): string {
  if (before.length <= 40) return before;
  return `…${before
    .slice(-38)
    .replace(/^\S{1,20}\s|^[\udc00-\udfff]/, '')
    .trimStart()}`;
}
