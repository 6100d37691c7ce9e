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
import { navigationTabStyles, renderNavigationTabs } from './navigation-tab-bar.ts';
import { type NavigationTab, navigationTabsOf } from './navigation-tabs.ts';
import { fractionAt } from '../../state/progress.ts';
import { chapterTitleAt } from '../../state/toc.ts';
import type { BookView } from '../control-templates.ts';

/** Number of items rendered at a time, because rendering thousands is slow. Scrolling adds more. */
const itemsPerBatch = 100;
/** Distance from the end of the list, in px, at which more items are added. */
const loadAheadPx = 1500;

/**
 * Side panel with the book's bookmarks, highlights and notes.
 *
 * @fires svc-mark-request - The user selected, changed or deleted an annotation, or exported or
 * imported annotations.
 * @fires svc-panel-request - The user closed the panel.
 * @csspart panel - The panel.
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
    isLoaded: { type: Boolean },
    chapterOf: {},
    fractionOf: {},
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
  /** Whether the annotations have been loaded. Until then, the panel requests them. */
  declare isLoaded: boolean;
  /** Title of the chapter that contains an annotation. */
  declare chapterOf: (annotation: Annotation) => string;
  /** Share of the book before an annotation, 0–1. */
  declare fractionOf: (annotation: Annotation) => number;
  declare tabs: readonly NavigationTab[];
  declare kind: FilterKind;
  /** Color filter, or null for all colors. */
  declare color: HighlightColor | null;
  /** Id of the annotation being edited. */
  declare private editedId: string | null;
  /** Color selected in the edit form. */
  declare private editedColor: HighlightColor;
  /** Number of rendered items. */
  declare private itemCount: number;
  /** Result of the last import while the panel was open. */
  #imported: AnnotationsState['imported'] = null;
  /** Whether the message would repeat the previous one. */
  #repeatsMessage = false;
  #isRestored = false;
  /** Text of the edited note's field. */
  #note = '';
  /** The element that contains the panel. */
  #parent: EventTarget | null = null;

  constructor() {
    super();
    this.kind = 'all';
    this.color = null;
    this.editedId = null;
    this.editedColor = 'yellow';
    this.itemCount = itemsPerBatch;
  }

  override connectedCallback() {
    super.connectedCallback();
    const root = this.getRootNode();
    this.#parent = root instanceof ShadowRoot ? root.host : root;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    // Closing the panel keeps a note that has been typed. Only Cancel and Escape discard it.
    this.#saveDraft();
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
    const previous = changed.get('annotations');
    if (isAnnotationsState(previous)) {
      if (previous.imported !== imported) {
        const isSame = this.#imported && imported && this.#imported.count === imported.count;
        this.#repeatsMessage = Boolean(isSame) && !this.#repeatsMessage;
        this.#imported = imported;
      }
      if (previous.lastDeleted !== lastDeleted)
        this.#isRestored = !lastDeleted && list.some(({ id }) => id === previous.lastDeleted?.id);
    }
    // The last annotation with the color may have been deleted.
    if (this.color && !usedColors(list).includes(this.color)) this.color = null;
    if (changed.has('kind') || changed.has('color')) this.itemCount = itemsPerBatch;
  }

  protected override firstUpdated() {
    focusPanel(this.renderRoot);
    if (!this.isLoaded) this.dispatchEvent(new MarkRequestEvent({ type: 'reload' }));
    // The listener is added here because scroll events inside the panel are not composed.
    this.renderRoot.querySelector('.body')?.addEventListener('scroll', this.#onScroll);
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    // The pressed button may have been removed together with its annotation.
    if (changed.get('annotations') && document.activeElement === document.body) {
      focusPanel(this.renderRoot);
    }
    if (!changed.has('editedId')) return;
    const previous = changed.get('editedId');
    const to = this.editedId ? 'textarea' : `[data-edit="${CSS.escape(String(previous))}"]`;
    this.renderRoot.querySelector<HTMLElement>(to)?.focus({ preventScroll: !this.editedId });
  }

  #storage() {
    const { messages, annotations } = this;
    const text = {
      kept: '',
      visit: messages.annotationsNotSaved,
      waiting: messages.annotationsPending,
    }[annotations.storage];
    const message = this.#imported ? this.#importMessage(this.#imported) : text;
    return html`<p class=${message ? 'hint message' : 'spoken'} role="status">${message}</p>`;
  }

  #importMessage({ count }: { count: number | null }): string {
    const { messages } = this;
    const text = count === null ? messages.importFailed : messages.imported(count);
    // Screen readers skip a repeated message, so a trailing space makes it different.
    return this.#repeatsMessage ? `${text} ` : text;
  }

  #list(): TemplateResult {
    const { messages, annotations } = this;
    const shown = sortedByPosition(annotations.list).filter(
      (one) => one.id === this.editedId || isListed(one, this),
    );
    if (shown.length === 0) {
      if (!this.isLoaded) return html``;
      return html`<p class="empty">
        ${annotations.list.length > 0 ? messages.noMatches : messages.noAnnotations}
      </p>`;
    }
    const isOrphaned = ({ id }: Annotation) => annotations.orphaned.has(id);
    const ordered = [...shown.filter((one) => !isOrphaned(one)), ...shown.filter(isOrphaned)];
    const rendered = ordered.slice(0, this.itemCount);
    const found = rendered.filter((one) => !isOrphaned(one));
    const groups = groupConsecutiveBy(found, this.chapterOf);
    const orphans = rendered.filter(isOrphaned);
    const day = new Intl.DateTimeFormat(messages.locale, { dateStyle: 'medium' });
    const renderList = (items: readonly Annotation[]) =>
      html`<ol>
        ${items.map((annotation) => html`<li>${this.#item(annotation, day)}</li>`)}
      </ol>`;
    return html`${groups.map(
      ([title, group]) => html`
        ${title ? html`<h3 lang=${this.language} dir="auto">${title}</h3>` : nothing}
        ${renderList(group)}
      `,
    )}${
      orphans.length > 0
        ? html`<h3>${messages.annotationsLost}</h3>
            <p class="hint">${messages.annotationsLostHelp}</p>
            ${renderList(orphans)}`
        : nothing
    }${
      rendered.length < ordered.length
        ? html`<button type="button" class="quiet" data-more @click=${this.#showMore}>
            ${messages.showMore}
          </button>`
        : nothing
    }`;
  }

  #item(annotation: Annotation, dateFormat: Intl.DateTimeFormat) {
    const { messages, language, editedColor: selectedColor } = this;
    const { id } = annotation;
    if (id === this.editedId) {
      return renderAnnotationForm(annotation, {
        messages,
        color: selectedColor,
        onChoose: (color) => (this.editedColor = color),
        note: this.#note,
        onInput: (note) => (this.#note = note),
        onSave: (note) => this.#save(id, note),
        onCancel: () => (this.editedId = null),
      });
    }
    return renderAnnotationItem(annotation, {
      messages,
      language,
      dateFormat,
      percent: messages.percent(this.fractionOf(annotation)),
      isFound: !this.annotations.orphaned.has(id),
      onOpen: () => this.#go(annotation),
      onEdit: () => this.#edit(annotation),
      onDelete: () => this.#request({ type: 'delete', id }),
    });
  }

  #foot() {
    const { messages, annotations } = this;
    if (annotations.lastDeleted) {
      return html`<div class="foot edge">
        <div class="row undo" role="status">
          <span>${messages.deleted}</span
          ><button type="button" @click=${() => this.#request({ type: 'undo' })}>
            ${messages.undo}
          </button>
        </div>
      </div>`;
    }
    const hasAnnotations = annotations.list.length > 0;
    const save = (format: 'json' | 'markdown') => () => this.#request({ type: 'export', format });
    return html`<div class="foot edge">
      ${
        hasAnnotations
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

  #edit(annotation: Annotation) {
    this.#saveDraft();
    this.#note = annotation.note;
    this.editedColor = annotation.color;
    this.editedId = annotation.id;
  }

  #saveDraft() {
    const edited = this.annotations.list.find(({ id }) => id === this.editedId);
    const [note, color] = [this.#note.trim(), this.editedColor];
    if (!edited || (edited.note === note && edited.color === color)) return;
    this.#parent?.dispatchEvent(
      new MarkRequestEvent({ type: 'change', id: edited.id, note, color }),
    );
  }

  #save(id: string, note: string) {
    this.#request({ type: 'change', id, note, color: this.editedColor });
    this.editedId = null;
  }

  #go({ id }: Annotation) {
    this.#request({ type: 'go', id });
    closePanel(this);
  }

  #pick() {
    this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click();
  }

  #read(event: Event) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const file = target.files?.[0];
    if (file) this.#request({ type: 'import', file });
    target.value = '';
  }

  #request(request: MarkRequest) {
    this.dispatchEvent(new MarkRequestEvent(request));
  }

  /** Moves focus to the item after the previous last one. */
  async #showMore() {
    const previous = this.renderRoot.querySelectorAll('li').length;
    this.itemCount += itemsPerBatch;
    await this.updateComplete;
    const first = this.renderRoot.querySelectorAll('li')[previous];
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

/** Groups consecutive items with the same key, in order. */
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
  const fractionOf = ({ section, start, share = 0 }: Annotation) =>
    fractionAt(book.measure, { section, offset: start, share });
  return html`<svc-annotations
    exportparts="panel"
    .messages=${messages}
    .language=${book.language}
    .annotations=${state.annotations ?? noAnnotations}
    .isLoaded=${state.annotations !== null}
    .chapterOf=${chapterOf}
    .fractionOf=${fractionOf}
    .tabs=${navigationTabsOf(view)}
  ></svc-annotations>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-annotations': SvcAnnotations;
  }
}
