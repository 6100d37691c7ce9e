import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { inBookOrder, markColors, type Mark, type MarkColor } from '../marks/mark.ts';
import type { MarksState } from '../marks/marks-state.ts';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';
import { inkButton } from './ink-button.ts';
import { inkStyles } from './ink-styles.ts';
import { markForm } from './mark-form.ts';
import { markLine } from './mark-line.ts';
import { MarkRequestEvent, type MarkRequest } from './mark-request-event.ts';
import { marksStyles } from './marks-styles.ts';
import { closePanel, enterPanel, panelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { wayTabs, wayTabStyles, type WayTab } from './way-tabs.ts';

const kinds = ['all', 'highlights', 'notes', 'bookmarks'] as const;
type Kind = (typeof kinds)[number];

/** Thousands of lines at once would be felt: these fill any screen, and more come as it is scrolled. */
const lineCount = 100;
/** px before the last line at which more of them come. */
const aheadPx = 1500;

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
    lines: { state: true },
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
  /** So many of the lines are there. */
  declare private lines: number;
  /** What a file has brought while the sheet is open. */
  #imported: MarksState['imported'] = null;
  /** Whether its words are those of the file before. */
  #isSameAgain = false;
  #isRestored = false;

  constructor() {
    super();
    this.kind = 'all';
    this.color = null;
    this.edited = null;
    this.chosen = 'yellow';
    this.lines = lineCount;
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
        <p class="spoken" role="status">${this.#isRestored ? text.restored : ''}</p>
        ${this.#foot()}`,
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>) {
    const { imported, deleted, list } = this.marks;
    const before = changed.get('marks');
    if (isMarks(before)) {
      if (before.imported !== imported) {
        const isSame = this.#imported && imported && this.#imported.count === imported.count;
        this.#isSameAgain = Boolean(isSame) && !this.#isSameAgain;
        this.#imported = imported;
      }
      if (before.deleted !== deleted)
        this.#isRestored = !deleted && list.some(({ id }) => id === before.deleted?.id);
    }
    // The last mark of the colour may have gone.
    if (this.color && !this.#usedColors().includes(this.color)) this.color = null;
    if (changed.has('kind') || changed.has('color')) this.lines = lineCount;
  }

  protected override firstUpdated() {
    enterPanel(this.renderRoot);
    // Not composed: what scrolls tells nobody outside.
    this.renderRoot.querySelector('.body')?.addEventListener('scroll', this.#onScroll);
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
                inkButton(
                  text,
                  one,
                  one === color,
                  () => (this.color = one === color ? null : one),
                ),
              )}
            </div>`
          : nothing
      }
    </div>`;
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
    const words = count === null ? text.importFailed : text.imported(count);
    // The same words twice are said once: something must change.
    return this.#isSameAgain ? `${words} ` : words;
  }

  #list(): TemplateResult {
    const { text, marks } = this;
    const shown = inBookOrder(marks.list).filter((mark) => this.#isShown(mark));
    if (shown.length === 0) {
      return html`<p class="empty">${marks.list.length > 0 ? text.noSuchMarks : text.noMarks}</p>`;
    }
    const isLost = ({ id }: Mark) => marks.lost.has(id);
    const ordered = [...shown.filter((mark) => !isLost(mark)), ...shown.filter(isLost)];
    const here = ordered.slice(0, this.lines);
    const groups = groupedBy(
      here.filter((mark) => !isLost(mark)),
      (mark) => this.chapterOf(mark),
    );
    const lost = here.filter(isLost);
    const day = new Intl.DateTimeFormat(text.locale, { dateStyle: 'medium' });
    const lines = (some: readonly Mark[]) =>
      html`<ol>
        ${some.map((mark) => html`<li>${this.#line(mark, day)}</li>`)}
      </ol>`;
    return html`${groups.map(
      ([title, group]) => html`
        ${title ? html`<h3 lang=${this.language} dir="auto">${title}</h3>` : nothing}
        ${lines(group)}
      `,
    )}${
      lost.length > 0
        ? html`<h3>${text.marksLost}</h3>
            <p class="hint">${text.marksLostHelp}</p>
            ${lines(lost)}`
        : nothing
    }${
      here.length < ordered.length
        ? html`<button type="button" class="quiet" data-more @click=${this.#showMore}>
            ${text.showMore}
          </button>`
        : nothing
    }`;
  }

  #line(mark: Mark, day: Intl.DateTimeFormat) {
    const { text, language, chosen } = this;
    const { id } = mark;
    if (id === this.edited) {
      return markForm(mark, {
        text,
        chosen,
        onChoose: (color) => (this.chosen = color),
        onSave: (note) => this.#save(id, note),
        onCancel: () => (this.edited = null),
      });
    }
    return markLine(mark, {
      text,
      language,
      day,
      isFound: !this.marks.lost.has(id),
      onGo: () => this.#go(mark),
      onEdit: () => this.#edit(mark),
      onDelete: () => this.#ask({ type: 'delete', id }),
    });
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

  #save(id: string, note: string) {
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

  /** The focus goes on from what was the last line. */
  async #showMore() {
    const before = this.renderRoot.querySelectorAll('li').length;
    this.lines += lineCount;
    await this.updateComplete;
    const first = this.renderRoot.querySelectorAll('li')[before];
    first?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }

  #onScroll = ({ currentTarget }: Event) => {
    if (!(currentTarget instanceof Element)) return;
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    if (scrollTop + clientHeight < scrollHeight - aheadPx) return;
    if (this.renderRoot.querySelector('[data-more]')) this.lines += lineCount;
  };
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
