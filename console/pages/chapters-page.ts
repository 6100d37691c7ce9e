import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import type { ChapterView, ConsoleBook, ListPage, SerialChapter } from '../api/contract.ts';
import { change, get, request } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { closeDialog, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
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
    more: { state: true },
  };

  declare bookId: string;
  declare dialog: OpenDialog | null;
  /** Pages after the first. */
  declare more: ListPage<SerialChapter>[];

  readonly #action = new FormAction(this);
  readonly #form = new FormAction(this);
  readonly #chapters = new Task(this, {
    task: async ([path, bookPath], { signal }) => {
      const [page, { book }] = await Promise.all([
        request<ListPage<SerialChapter>>('GET', path, undefined, signal),
        get<ConsoleBook>(bookPath, signal),
      ]);
      this.more = [];
      return { page, title: book.title };
    },
    args: () => [`${this.#bookPath}/chapters`, this.#bookPath] as const,
  });

  constructor() {
    super();
    this.dialog = null;
    this.more = [];
  }

  get #bookPath(): string {
    return this.accountPath(`/books/${encodeURIComponent(this.bookId)}`);
  }

  get #canWrite(): boolean {
    return this.hasRole('owner', 'editor');
  }

  protected override render(): TemplateResult {
    return html`<p>
        <a href=${pageUrl(this.account, `books/${this.bookId}`)}>${t('chapters.back')}</a>
      </p>
      ${taskView(this.#chapters, ({ page, title }) => this.#content(page, title))}
      ${this.#renderDialog()}`;
  }

  #content(page: ListPage<SerialChapter>, title: string): TemplateResult {
    const pages = [page, ...this.more];
    const chapters = pages.flatMap(({ data }) => data);
    const cursor = pages.at(-1)?.nextCursor ?? null;
    const action = this.#action;
    return html`<header class="title">
        <h1 tabindex="-1">${t('chapters.title')} <small dir="auto">${title}</small></h1>
        ${
          this.#canWrite
            ? html`<button
                type="button"
                class="primary"
                @click=${() => this.#open({ kind: 'add' })}
              >
                ${t('chapters.add')}
              </button>`
            : nothing
        }
      </header>
      <p class="lead">${t('chapters.text')}</p>
      ${action.renderError()}
      ${
        chapters.length === 0
          ? emptyView(
              t('chapters.emptyTitle'),
              this.#canWrite ? t('chapters.emptyText') : t('chapters.emptyReader'),
            )
          : this.#table(chapters, cursor === null)
      }
      ${
        cursor
          ? html`<button
              type="button"
              class="more"
              ?disabled=${action.isBusy}
              @click=${() => action.run(() => this.#showMore(cursor))}
            >
              ${t('table.more')}
            </button>`
          : nothing
      }`;
  }

  #table(chapters: SerialChapter[], isComplete: boolean): TemplateResult {
    return html`<div class="table" tabindex="0" role="region" aria-label=${t('chapters.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">${t('chapters.chapter')}</th>
            <th scope="col">${t('chapters.state')}</th>
            <th scope="col">${t('chapters.words')}</th>
            <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${chapters.map((chapter, index) =>
            this.#row(chapter, {
              isFirst: index === 0,
              isLast: isComplete && index === chapters.length - 1,
            }),
          )}
        </tbody>
      </table>
    </div>`;
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
      </button>
      <button
        type="button"
        aria-label=${t('chapters.edit', { title })}
        ?disabled=${isBusy}
        @click=${() => this.#action.run(() => this.#edit(chapter))}
      >
        ✎
      </button>
      <button type="button" class="danger" @click=${() => this.#open({ kind: 'delete', chapter })}>
        ${t('chapters.delete')}
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
    const submit = action.submit((values) => this.#save(chapter, values));
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
      html`<form @submit=${action.submit(remove)}>
        <p>${t('chapters.deleteText')}</p>
        ${action.renderError()}
        <footer>
          <button type="button" @click=${closeDialog}>${t('action.cancel')}</button>
          <button type="submit" class="danger" ?disabled=${action.isBusy}>
            ${t('chapters.delete')}
          </button>
        </footer>
      </form>`,
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

  /** The focus follows the chapter. */
  async #move(chapter: SerialChapter, by: -1 | 1): Promise<void> {
    await this.#action.run(async () => {
      await change('POST', `${this.#chapterPath(chapter)}/move`, { by });
      await this.#chapters.run();
    });
    await this.updateComplete;
    const button = (direction: number) =>
      this.querySelector<HTMLElement>(`#move${direction}-${chapter.id}:enabled`);
    (button(by) ?? button(-by))?.focus();
  }

  #change(chapter: SerialChapter, action: 'publish' | 'unpublish', body?: object): void {
    void this.#action.run(async () => {
      await change('POST', `${this.#chapterPath(chapter)}/${action}`, body);
      await this.#chapters.run();
    });
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
    await this.#chapters.run();
  }

  async #showMore(cursor: string): Promise<void> {
    const path = `${this.#bookPath}/chapters?cursor=${encodeURIComponent(cursor)}`;
    this.more = [...this.more, await request<ListPage<SerialChapter>>('GET', path)];
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
