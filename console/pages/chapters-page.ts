import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChapterView, ConsoleBook, SerialChapter } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { dialogForm, modal } from '../elements/modal.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatNumber, formatTime, t } from '../i18n/translate.ts';
import { chapterForm, readChapterForm } from './chapter-form.ts';

type OpenDialog = { kind: 'add' } | { kind: 'edit'; chapter: ChapterView } | Deletion;
interface Deletion {
  kind: 'delete';
  chapter: SerialChapter;
}

/** The chapters of a serial, with their schedule. */
export class ChaptersPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    bookId: { attribute: false },
    dialog: { state: true },
  };

  declare bookId: string;
  declare dialog: OpenDialog | null;

  readonly #action = new FormAction(this);
  readonly #form = new FormAction(this);
  readonly #book = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleBook>(path, signal),
    args: () => [this.#bookPath] as const,
  });
  readonly #chapters = new PagedList<SerialChapter>(this, {
    path: () => `${this.#bookPath}/chapters`,
    show: (chapters, isComplete) => this.#list(chapters, isComplete),
  });

  constructor() {
    super();
    this.dialog = null;
  }

  get #bookPath(): string {
    return this.accountPath(`/books/${encodeURIComponent(this.bookId)}`);
  }

  get #canWrite(): boolean {
    return this.hasRole('owner', 'editor');
  }

  protected override render(): TemplateResult {
    const open = () => this.#open({ kind: 'add' });
    const add = html`<button type="button" class="primary" @click=${open}>
      ${t('chapters.add')}
    </button>`;
    return html`<p>
        <a href=${pageUrl(this.account, `books/${this.bookId}`)}>${t('chapters.back')}</a>
      </p>
      <header class="title">
        <h1 tabindex="-1">
          ${t('chapters.title')} <small dir="auto">${this.#book.value?.book.title ?? ''}</small>
        </h1>
        ${this.#canWrite ? add : nothing}
      </header>
      <p class="lead">${t('chapters.text')}</p>
      ${this.#action.renderError()} ${this.#chapters.render()} ${this.#renderDialog()}`;
  }

  #list(chapters: SerialChapter[], isComplete: boolean): TemplateResult {
    if (chapters.length > 0) return this.#table(chapters, isComplete);
    const text = this.#canWrite ? t('chapters.emptyText') : t('chapters.emptyReader');
    return emptyView(t('chapters.emptyTitle'), text);
  }

  #table(chapters: SerialChapter[], isComplete: boolean): TemplateResult {
    return dataTable(
      t('chapters.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('chapters.chapter')}</th>
            <th scope="col">${t('chapters.state')}</th>
            <th scope="col">${t('chapters.words')}</th>
            <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            chapters,
            ({ id }) => id,
            (chapter, index) =>
              this.#row(chapter, {
                isFirst: index === 0,
                isLast: isComplete && index === chapters.length - 1,
              }),
          )}
        </tbody>
      </table>`,
    );
  }

  #row(
    chapter: SerialChapter,
    { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  ): TemplateResult {
    const { title, words, state } = chapter;
    return html`<tr>
      <th scope="row"><span class="name" dir="auto">${title}</span></th>
      <td><span class="badge ${badges[state]}">${stateText(chapter)}</span></td>
      <td>${formatNumber(words)}</td>
      <td class="actions">${this.#canWrite ? this.#actions(chapter, isFirst, isLast) : nothing}</td>
    </tr>`;
  }

  #actions(chapter: SerialChapter, isFirst: boolean, isLast: boolean): TemplateResult {
    const { title, state } = chapter;
    const { isBusy } = this.#action;
    const isPublished = state === 'published';
    const move = (by: -1 | 1, isEnd: boolean, label: string, text: string) =>
      html`<button
        type="button"
        id="move${by}-${chapter.id}"
        aria-label=${label}
        ?disabled=${isEnd}
        @click=${() => this.#move(chapter, by)}
      >
        ${text}
      </button>`;
    return html`${move(-1, isFirst, t('chapters.up', { title }), '↑')}
      ${move(1, isLast, t('chapters.down', { title }), '↓')}
      <button
        type="button"
        ?disabled=${isBusy}
        @click=${() => this.#change(chapter, isPublished ? 'unpublish' : 'publish', isPublished ? undefined : {})}
      >
        ${isPublished ? t('chapters.unpublish') : t('chapters.publish')}
        <span class="hidden">${title}</span>
      </button>
      <button
        type="button"
        aria-label=${t('chapters.edit', { title })}
        ?disabled=${isBusy}
        @click=${() => this.#action.run(() => this.#edit(chapter), null)}
      >
        ✎
      </button>
      <button type="button" class="danger" @click=${() => this.#open({ kind: 'delete', chapter })}>
        ${t('chapters.delete')}<span class="hidden"> ${title}</span>
      </button>`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const action = this.#form;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'delete') return this.#confirmDeletion(dialog, close);
    const chapter = dialog.kind === 'edit' ? dialog.chapter : null;
    const title = chapter ? t('chapters.edit', { title: chapter.title }) : t('chapters.add');
    const submit = action.submit((values) => this.#save(chapter, values), t('book.saved'));
    return modal(title, chapterForm({ action, chapter, submit }), close);
  }

  #confirmDeletion({ chapter }: Deletion, close: () => void): TemplateResult {
    const action = this.#form;
    const remove = async () => {
      await change('DELETE', this.#chapterPath(chapter));
      await this.#done();
    };
    return modal(
      t('chapters.deleteTitle', { title: chapter.title }),
      dialogForm({
        action,
        submit: action.submit(remove, t('done.deleted')),
        label: t('chapters.delete'),
        isDanger: true,
        content: html` <p>${t('chapters.deleteText')}</p>`,
      }),
      close,
    );
  }

  #open(dialog: OpenDialog): void {
    this.#form.clear();
    this.dialog = dialog;
  }

  async #edit(chapter: SerialChapter): Promise<void> {
    const found = await get<ChapterView>(this.#chapterPath(chapter));
    this.#open({ kind: 'edit', chapter: found });
  }

  /** Keeps the focus on the chapter. */
  async #move(chapter: SerialChapter, by: -1 | 1): Promise<void> {
    await this.#action.run(async () => {
      await change('POST', `${this.#chapterPath(chapter)}/move`, { by });
      await this.#chapters.reload();
    }, t('book.saved'));
    await this.updateComplete;
    const button = (direction: number) =>
      this.querySelector<HTMLElement>(`#move${direction}-${chapter.id}:enabled`);
    (button(by) ?? button(-by))?.focus();
  }

  #change(chapter: SerialChapter, action: 'publish' | 'unpublish', body?: object): void {
    void this.#action.run(async () => {
      await change('POST', `${this.#chapterPath(chapter)}/${action}`, body);
      await this.#chapters.reload();
    }, t('book.saved'));
  }

  async #save(chapter: ChapterView | null, values: FormData): Promise<void> {
    const { publishAt, ...written } = readChapterForm(values);
    if (!chapter) {
      const body = { ...written, ...(publishAt !== null && { publishAt }) };
      await change('POST', `${this.#bookPath}/chapters`, body);
      return this.#done();
    }
    await change('PATCH', this.#chapterPath(chapter), written);
    if (publishAt !== null && publishAt !== chapter.publishAt) {
      await change('POST', `${this.#chapterPath(chapter)}/publish`, { publishAt });
    } else if (publishAt === null && chapter.state === 'scheduled') {
      await change('POST', `${this.#chapterPath(chapter)}/unpublish`);
    }
    return this.#done();
  }

  async #done(): Promise<void> {
    this.dialog = null;
    await this.#chapters.reload();
  }

  #chapterPath({ id }: Pick<SerialChapter, 'id'>): string {
    return this.accountPath(`/chapters/${encodeURIComponent(id)}`);
  }
}

const badges = { draft: '', scheduled: '', published: 'active', unpublished: '' };

function stateText({ state, publishAt, publishedAt }: SerialChapter): string {
  if (state === 'scheduled') {
    return t('chapterState.scheduled', { time: formatTime(publishAt ?? '') });
  }
  if (state === 'published') {
    return t('chapterState.published', { time: formatTime(publishedAt ?? '') });
  }
  return state === 'draft' ? t('chapterState.draft') : t('chapterState.unpublished');
}

customElements.define('chapters-page', ChaptersPage);
