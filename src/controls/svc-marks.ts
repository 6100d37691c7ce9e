import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { inBookOrder, markColors, type Mark, type MarkColor } from '../marks/mark.ts';
import type { MarksState } from '../marks/marks-state.ts';
import { longestNote } from '../marks/read-annotation.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { icons } from './icons.ts';
import { inkStyles } from './ink-styles.ts';
import { markIcons } from './mark-icons.ts';
import { MarkRequestEvent, type MarkRequest } from './mark-request-event.ts';
import { marksStyles } from './marks-styles.ts';
import { closePanel, enterPanel, panelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { wayTabs, wayTabStyles, type WayTab } from './way-tabs.ts';

const kinds = ['all', 'highlights', 'notes', 'bookmarks'] as const;
type Kind = (typeof kinds)[number];

/**
 * Bookmarks, highlights and notes of the book, as a sheet at the side.
 *
 * @fires svc-mark-request - A mark was chosen, changed or deleted; marks are to be saved or read.
 * @fires svc-panel-request - The sheet is to close.
 * @csspart panel - The sheet.
 */
export class SvcMarks extends LitElement {
  static override styles = [controlStyles, panelStyles, wayTabStyles, inkStyles, marksStyles];

  static override properties = {
    text: {},
    language: {},
    marks: {},
    chapterOf: {},
    tabs: {},
    kind: { state: true },
    color: { state: true },
    edited: { state: true },
    chosen: { state: true },
  };

  declare text: Messages;
  /** BCP 47 tag of the quotes. */
  declare language: string;
  declare marks: MarksState;
  /** Title of what a mark stands in. */
  declare chapterOf: (mark: Mark) => string;
  declare tabs: readonly WayTab[];
  declare private kind: Kind;
  /** The only colour that is listed; null for all. */
  declare private color: MarkColor | null;
  /** Id of the mark that is being changed. */
  declare private edited: string | null;
  /** Its colour to be. */
  declare private chosen: MarkColor;
  /** What a file has brought while the sheet is open. */
  #imported: MarksState['imported'] = null;

  constructor() {
    super();
    this.kind = 'all';
    this.color = null;
    this.edited = null;
    this.chosen = 'yellow';
  }

  protected override render() {
    const { text, tabs, marks } = this;
    return panelFrame(this, {
      shape: 'side',
      title: text.marks,
      close: text.close,
      above: wayTabs(this, { text, tabs, current: 'marks' }),
      content: html`${marks.list.length > 0 ? this.#filter() : nothing} ${this.#storage()}
        <div class="list">${this.#list()}</div>
        ${this.#foot()}`,
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>) {
    const { imported } = this.marks;
    const before = changed.get('marks');
    if (isMarks(before) && before.imported !== imported) this.#imported = imported;
    // The last mark of the colour may have gone.
    if (this.color && !this.#usedColors().includes(this.color)) this.color = null;
  }

  protected override firstUpdated() {
    enterPanel(this.renderRoot);
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    // The button that was pressed may have gone with its mark.
    if (changed.get('marks') && document.activeElement === document.body) {
      enterPanel(this.renderRoot);
    }
    if (!changed.has('edited')) return;
    const before = changed.get('edited');
    const to = this.edited ? 'textarea' : `[data-edit="${CSS.escape(String(before))}"]`;
    this.renderRoot.querySelector<HTMLElement>(to)?.focus({ preventScroll: !this.edited });
  }

  #filter() {
    const { text, kind, color } = this;
    const names = {
      all: text.allMarks,
      highlights: text.highlights,
      notes: text.notes,
      bookmarks: text.bookmarks,
    };
    const used = this.#usedColors();
    return html`<div class="filter">
      <div class="segments" role="radiogroup" aria-label=${text.marks}>
        ${kinds.map(
          (one) =>
            html`<label
              ><input
                type="radio"
                name="kind"
                .checked=${one === kind}
                @change=${() => (this.kind = one)}
              /><span>${names[one]}</span></label
            >`,
        )}
      </div>
      ${
        used.length > 1 && kind !== 'bookmarks'
          ? html`<div class="inks">
              <button
                type="button"
                class="chip"
                aria-pressed=${String(color === null)}
                @click=${() => (this.color = null)}
              >
                ${text.anyColor}
              </button>
              ${used.map((one) =>
                this.#ink(one, one === color, () => (this.color = one === color ? null : one)),
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  #ink(color: MarkColor, isChosen: boolean, onClick: () => void) {
    const name = this.text.colors[color];
    return html`<button
      type="button"
      aria-label=${name}
      title=${name}
      aria-pressed=${String(isChosen)}
      @click=${onClick}
    >
      <span class="ink ${color}">${isChosen ? icons.check : nothing}</span>
    </button>`;
  }

  #storage() {
    const { text, marks } = this;
    const words = { kept: '', visit: text.marksForVisit, waiting: text.marksWaiting }[
      marks.storage
    ];
    const told = this.#imported ? this.#told(this.#imported) : words;
    return html`<p class=${told ? 'hint said' : 'spoken'} role="status">${told}</p>`;
  }

  #told({ count }: { count: number | null }): string {
    const { text } = this;
    return count === null ? text.importFailed : text.imported(count);
  }

  #list(): TemplateResult {
    const { text, marks } = this;
    const shown = inBookOrder(marks.list).filter((mark) => this.#isShown(mark));
    if (shown.length === 0) {
      return html`<p class="empty">${marks.list.length > 0 ? text.noSuchMarks : text.noMarks}</p>`;
    }
    const lost = shown.filter(({ id }) => marks.lost.has(id));
    const groups = groupedBy(
      shown.filter(({ id }) => !marks.lost.has(id)),
      (mark) => this.chapterOf(mark),
    );
    return html`${groups.map(
      ([title, group]) => html`
        ${title ? html`<h3 lang=${this.language} dir="auto">${title}</h3>` : nothing}
        <ol>
          ${group.map((mark) => this.#item(mark))}
        </ol>
      `,
    )}${
      lost.length > 0
        ? html`<h3>${text.marksLost}</h3>
            <p class="hint">${text.marksLostHelp}</p>
            <ol>
              ${lost.map((mark) => this.#item(mark))}
            </ol>`
        : nothing
    }`;
  }

  #item(mark: Mark) {
    if (mark.id === this.edited) return html`<li>${this.#form(mark)}</li>`;
    const { text } = this;
    const words = html`${
        mark.kind === 'bookmark'
          ? html`<span class="bookmark">${icons.bookmark}</span>`
          : html`<span class="ink tag ${mark.color}"></span>`
      }<span
        ><span class="words" lang=${this.language} dir="auto"
          >${mark.kind === 'bookmark' ? mark.quote.exact.replaceAll(/\s+/g, ' ').trim() : mark.quote.exact.trim()}</span
        >${mark.note ? html`<span class="own" dir="auto">${mark.note}</span>` : nothing}<span
          class="date"
          >${this.#date(mark)}</span
        ></span
      >`;
    return html`<li>
      <div class="mark">
        ${
          this.marks.lost.has(mark.id)
            ? html`<span class="go">${words}</span>`
            : html`<button type="button" class="go" @click=${() => this.#go(mark)}>
                ${words}
              </button>`
        }
        <div class="tools">
          <button
            type="button"
            data-edit=${mark.id}
            aria-label=${mark.note ? text.editNote : text.addNote}
            title=${mark.note ? text.editNote : text.addNote}
            @click=${() => this.#edit(mark)}
          >
            ${markIcons.note}
          </button>
          <button
            type="button"
            aria-label=${text.delete}
            title=${text.delete}
            @click=${() => this.#ask({ type: 'delete', id: mark.id })}
          >
            ${markIcons.delete}
          </button>
        </div>
      </div>
    </li>`;
  }

  #date({ kind, color, createdAt }: Mark) {
    const { text } = this;
    const day = new Intl.DateTimeFormat(text.locale, { dateStyle: 'medium' });
    const name = kind === 'bookmark' ? text.bookmark : text.colors[color];
    return `${name} · ${day.format(new Date(createdAt))}`;
  }

  #form(mark: Mark) {
    const { text } = this;
    return html`<form @submit=${(event: SubmitEvent) => this.#save(event, mark)}>
      ${
        mark.kind === 'highlight'
          ? html`<div class="inks">
              ${markColors.map((one) =>
                this.#ink(one, one === this.chosen, () => (this.chosen = one)),
              )}
            </div>`
          : nothing
      }
      <textarea
        class="field"
        dir="auto"
        rows="3"
        maxlength=${longestNote}
        aria-label=${text.ownNote}
        placeholder=${text.ownNote}
        .value=${mark.note}
        @keydown=${this.#onFormKey}
      ></textarea>
      <div class="end">
        <button type="button" class="quiet" @click=${() => (this.edited = null)}>
          ${text.cancel}
        </button>
        <button type="submit" class="action">${text.save}</button>
      </div>
    </form>`;
  }

  #foot() {
    const { text, marks } = this;
    if (marks.deleted) {
      return html`<div class="foot edge">
        <div class="row undo" role="status">
          <span>${text.deleted}</span
          ><button type="button" @click=${() => this.#ask({ type: 'undo' })}>${text.undo}</button>
        </div>
      </div>`;
    }
    const some = marks.list.length > 0;
    const save = (format: 'json' | 'markdown') => () => this.#ask({ type: 'export', format });
    return html`<div class="foot edge">
      ${
        some
          ? html`<button type="button" class="quiet" @click=${save('json')}>
                ${text.exportMarks}</button
              ><button type="button" class="quiet" @click=${save('markdown')}>
                ${text.exportText}
              </button>`
          : nothing
      }<button type="button" class="quiet" @click=${this.#pick}>${text.importMarks}</button>
      <input type="file" hidden accept=".json,.jsonld,application/json" @change=${this.#read} />
    </div>`;
  }

  #usedColors(): MarkColor[] {
    return markColors.filter((one) =>
      this.marks.list.some(({ kind, color }) => kind === 'highlight' && color === one),
    );
  }

  #isShown({ kind, note, color }: Mark): boolean {
    const wanted: Record<Kind, boolean> = {
      all: true,
      highlights: kind === 'highlight',
      notes: note !== '',
      bookmarks: kind === 'bookmark',
    };
    const isColored = this.color === null || this.kind === 'bookmarks';
    return wanted[this.kind] && (isColored || (kind === 'highlight' && color === this.color));
  }

  #edit(mark: Mark) {
    this.chosen = mark.color;
    this.edited = mark.id;
  }

  #save(event: SubmitEvent, { id }: Mark) {
    event.preventDefault();
    const note = this.renderRoot.querySelector('textarea')?.value.trim() ?? '';
    this.#ask({ type: 'change', id, note, color: this.chosen });
    this.edited = null;
  }

  #go({ id }: Mark) {
    this.#ask({ type: 'go', id });
    closePanel(this);
  }

  #pick() {
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
  }

  #read(event: Event) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const file = target.files?.[0];
    if (file) this.#ask({ type: 'import', file });
    target.value = '';
  }

  #ask(request: MarkRequest) {
    this.dispatchEvent(new MarkRequestEvent(request));
  }

  #onFormKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.edited = null;
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
    }
  }
}

function isMarks(value: unknown): value is MarksState {
  return typeof value === 'object' && value !== null && 'imported' in value;
}

/** Runs of the same key, in their order. */
function groupedBy<One>(list: readonly One[], keyOf: (one: One) => string): [string, One[]][] {
  const groups: [string, One[]][] = [];
  for (const one of list) {
    const key = keyOf(one);
    const last = groups.at(-1);
    if (last?.[0] === key) last[1].push(one);
    else groups.push([key, [one]]);
  }
  return groups;
}
