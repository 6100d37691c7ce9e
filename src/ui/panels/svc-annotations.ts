import { html, LitElement, nothing, type TemplateResult } from 'lit';
import {
  sortedByPosition,
  type Annotation,
  type HighlightColor,
} from '../../annotations/annotation.ts';
import { type AnnotationsState, noAnnotations } from '../../annotations/annotations-state.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { highlightColorStyles } from '../highlight-color-button.ts';
import {
  isListed,
  renderAnnotationFilter,
  usedColors,
  type FilterKind,
} from './annotation-filter.ts';
import { renderAnnotationForm, renderAnnotationItem } from './annotation-list-item.ts';
import { MarkRequestEvent, type MarkRequest } from '../../events/request-events.ts';
import { annotationsStyles } from './annotations-styles.ts';
import { closePanel, focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import {
  renderNavigationTabs,
  navigationTabStyles,
  type NavigationTab,
  navigationTabsOf,
} from './navigation-tabs.ts';
import { chapterTitleAt } from '../../state/toc.ts';
import type { BookView } from '../control-templates.ts';

/** Thousands of lines at once would be felt: these fill any screen, and more come as it is scrolled. */
const itemsPerBatch = 100;
/** px before the last line at which more of them come. */
const loadAheadPx = 1500;

/**
 * Bookmarks, highlights and notes of the book, as a sheet at the side.
 *
 * @fires svc-mark-request - A mark was chosen, changed or deleted; marks are to be saved or read.
 * @fires svc-panel-request - The sheet is to close.
 * @csspart panel - The sheet.
 */
export class SvcAnnotations extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    navigationTabStyles,
    highlightColorStyles,
    annotationsStyles,
  ];

  static override properties = {
    messages: {},
    language: {},
    annotations: {},
    chapterOf: {},
    tabs: {},
    kind: { state: true },
    color: { state: true },
    editedId: { state: true },
    editedColor: { state: true },
    itemCount: { state: true },
  };

  declare messages: Messages;
  /** BCP 47 tag of the quotes. */
  declare language: string;
  declare annotations: AnnotationsState;
  /** Title of what a mark stands in. */
  declare chapterOf: (mark: Annotation) => string;
  declare tabs: readonly NavigationTab[];
  declare kind: FilterKind;
  /** The only color that is listed; null for all. */
  declare color: HighlightColor | null;
  /** Id of the mark that is being changed. */
  declare private editedId: string | null;
  /** Its colour to be. */
  declare private editedColor: HighlightColor;
  /** So many of the lines are there. */
  declare private itemCount: number;
  /** What a file has brought while the sheet is open. */
  #imported: AnnotationsState['imported'] = null;
  /** Whether its words are those of the file before. */
  #isSameAgain = false;
  #isRestored = false;

  constructor() {
    super();
    this.kind = 'all';
    this.color = null;
    this.editedId = null;
    this.editedColor = 'yellow';
    this.itemCount = itemsPerBatch;
  }

  protected override render() {
    const { messages, tabs, annotations } = this;
    return renderPanelFrame(this, {
      shape: 'side',
      title: messages.annotations,
      close: messages.close,
      above: renderNavigationTabs(this, { text: messages, tabs, current: 'marks' }),
      content: html`${annotations.list.length > 0 ? renderAnnotationFilter(this, messages, annotations.list) : nothing}
        ${this.#storage()}
        <div class="list">${this.#list()}</div>
        <p class="spoken" role="status">${this.#isRestored ? messages.restored : ''}</p>
        ${this.#foot()}`,
    });
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>) {
    const { imported, lastDeleted, list } = this.annotations;
    const before = changed.get('annotations');
    if (isAnnotationsState(before)) {
      if (before.imported !== imported) {
        const isSame = this.#imported && imported && this.#imported.count === imported.count;
        this.#isSameAgain = Boolean(isSame) && !this.#isSameAgain;
        this.#imported = imported;
      }
      if (before.lastDeleted !== lastDeleted)
        this.#isRestored = !lastDeleted && list.some(({ id }) => id === before.lastDeleted?.id);
    }
    // The last mark of the colour may have gone.
    if (this.color && !usedColors(list).includes(this.color)) this.color = null;
    if (changed.has('kind') || changed.has('color')) this.itemCount = itemsPerBatch;
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
    // Not composed: what scrolls tells nobody outside.
    this.renderRoot.querySelector('.body')?.addEventListener('scroll', this.#onScroll);
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    // The button that was pressed may have gone with its mark.
    if (changed.get('annotations') && document.activeElement === document.body) {
      focusPanel(this.renderRoot);
    }
    if (!changed.has('editedId')) return;
    const before = changed.get('editedId');
    const to = this.editedId ? 'textarea' : `[data-edit="${CSS.escape(String(before))}"]`;
    this.renderRoot.querySelector<HTMLElement>(to)?.focus({ preventScroll: !this.editedId });
  }

  #storage() {
    const { messages, annotations } = this;
    const words = {
      kept: '',
      visit: messages.annotationsNotSaved,
      waiting: messages.annotationsPending,
    }[annotations.storage];
    const told = this.#imported ? this.#told(this.#imported) : words;
    return html`<p class=${told ? 'hint said' : 'spoken'} role="status">${told}</p>`;
  }

  #told({ count }: { count: number | null }): string {
    const { messages } = this;
    const words = count === null ? messages.importFailed : messages.imported(count);
    // The same words twice are said once: something must change.
    return this.#isSameAgain ? `${words} ` : words;
  }

  #list(): TemplateResult {
    const { messages, annotations } = this;
    const shown = sortedByPosition(annotations.list).filter((one) => isListed(one, this));
    if (shown.length === 0) {
      return html`<p class="empty">
        ${annotations.list.length > 0 ? messages.noMatches : messages.noAnnotations}
      </p>`;
    }
    const isLost = ({ id }: Annotation) => annotations.orphaned.has(id);
    const ordered = [...shown.filter((mark) => !isLost(mark)), ...shown.filter(isLost)];
    const here = ordered.slice(0, this.itemCount);
    const groups = groupConsecutiveBy(
      here.filter((mark) => !isLost(mark)),
      (mark) => this.chapterOf(mark),
    );
    const lost = here.filter(isLost);
    const day = new Intl.DateTimeFormat(messages.locale, { dateStyle: 'medium' });
    const lines = (some: readonly Annotation[]) =>
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
        ? html`<h3>${messages.annotationsLost}</h3>
            <p class="hint">${messages.annotationsLostHelp}</p>
            ${lines(lost)}`
        : nothing
    }${
      here.length < ordered.length
        ? html`<button type="button" class="quiet" data-more @click=${this.#showMore}>
            ${messages.showMore}
          </button>`
        : nothing
    }`;
  }

  #line(mark: Annotation, dateFormat: Intl.DateTimeFormat) {
    const { messages, language, editedColor: chosen } = this;
    const { id } = mark;
    if (id === this.editedId) {
      return renderAnnotationForm(mark, {
        messages,
        color: chosen,
        onChoose: (color) => (this.editedColor = color),
        onSave: (note) => this.#save(id, note),
        onCancel: () => (this.editedId = null),
      });
    }
    return renderAnnotationItem(mark, {
      messages,
      language,
      dateFormat,
      isFound: !this.annotations.orphaned.has(id),
      onOpen: () => this.#go(mark),
      onEdit: () => this.#edit(mark),
      onDelete: () => this.#ask({ type: 'delete', id }),
    });
  }

  #foot() {
    const { messages, annotations } = this;
    if (annotations.lastDeleted) {
      return html`<div class="foot edge">
        <div class="row undo" role="status">
          <span>${messages.deleted}</span
          ><button type="button" @click=${() => this.#ask({ type: 'undo' })}>
            ${messages.undo}
          </button>
        </div>
      </div>`;
    }
    const some = annotations.list.length > 0;
    const save = (format: 'json' | 'markdown') => () => this.#ask({ type: 'export', format });
    return html`<div class="foot edge">
      ${
        some
          ? html`<button type="button" class="quiet" @click=${save('json')}>
                ${messages.exportAnnotations}</button
              ><button type="button" class="quiet" @click=${save('markdown')}>
                ${messages.exportAsText}
              </button>`
          : nothing
      }<button type="button" class="quiet" @click=${this.#pick}>
        ${messages.importAnnotations}
      </button>
      <input type="file" hidden accept=".json,.jsonld,application/json" @change=${this.#read} />
    </div>`;
  }

  #edit(mark: Annotation) {
    this.editedColor = mark.color;
    this.editedId = mark.id;
  }

  #save(id: string, note: string) {
    this.#ask({ type: 'change', id, note, color: this.editedColor });
    this.editedId = null;
  }

  #go({ id }: Annotation) {
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
    this.itemCount += itemsPerBatch;
    await this.updateComplete;
    const first = this.renderRoot.querySelectorAll('li')[before];
    first?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }

  #onScroll = ({ currentTarget }: Event) => {
    if (!(currentTarget instanceof Element)) return;
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    if (scrollTop + clientHeight < scrollHeight - loadAheadPx) return;
    if (this.renderRoot.querySelector('[data-more]')) this.itemCount += itemsPerBatch;
  };
}

function isAnnotationsState(value: unknown): value is AnnotationsState {
  return typeof value === 'object' && value !== null && 'imported' in value;
}

/** Runs of the same key, in their order. */
function groupConsecutiveBy<One>(
  list: readonly One[],
  keyOf: (one: One) => string,
): [string, One[]][] {
  const groups: [string, One[]][] = [];
  for (const one of list) {
    const key = keyOf(one);
    const last = groups.at(-1);
    if (last?.[0] === key) last[1].push(one);
    else groups.push([key, [one]]);
  }
  return groups;
}

export const elements = { 'svc-annotations': SvcAnnotations };

export function render(view: BookView): TemplateResult {
  const { state, book, messages } = view;
  const chapterOf = ({ section, start, heading }: Annotation) =>
    chapterTitleAt(book, { section, offset: start }) || heading;
  return html`<svc-annotations
    exportparts="panel"
    .messages=${messages}
    .language=${book.language}
    .annotations=${state.annotations ?? noAnnotations}
    .chapterOf=${chapterOf}
    .tabs=${navigationTabsOf(view)}
  ></svc-annotations>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-annotations': SvcAnnotations;
  }
}
