import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { BookPatch, ConsoleBook } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { dialogForm, modal } from '../elements/modal.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';
import { uploadList, warningList, watchQueue } from '../uploads/upload-list.ts';
import { uploadQueue } from '../uploads/upload-queue.ts';
import { type ContributorRow, readRecordForm, recordForm } from './book-record-form.ts';
import { readSaleForm, saleForm } from './book-sale-form.ts';
import { visibilityBadge } from './books-page.ts';

type Part = 'visibility' | 'cover' | 'record' | 'sale';

/** A book with its visibility, record, price, sample and file. */
export class BookPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    bookId: { attribute: false },
    saved: { state: true },
    isDeleting: { state: true },
    contributors: { state: true },
    isSample: { state: true },
  };

  declare bookId: string;
  /** The section of the form that was saved last. */
  declare saved: Part | null;
  declare isDeleting: boolean;
  /** Contributors in the form, or null if unchanged. */
  declare contributors: ContributorRow[] | null;
  /** Whether the form's sample is selected, or null if unchanged. */
  declare isSample: boolean | null;

  readonly #visibility = new FormAction(this);
  readonly #record = new FormAction(this);
  readonly #sale = new FormAction(this);
  readonly #coverAction = new FormAction(this);
  readonly #deletion = new FormAction(this);
  readonly #book = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleBook>(path, signal),
    args: () => [this.#path] as const,
  });

  constructor() {
    super();
    this.saved = null;
    this.isDeleting = false;
    this.contributors = null;
    this.isSample = null;
    watchQueue(this, () => void this.#book.run());
  }

  get #path(): string {
    return this.accountPath(`/books/${encodeURIComponent(this.bookId)}`);
  }

  protected override render(): TemplateResult {
    return html`<p>
        <a href=${pageUrl(this.account, 'books')}>${t('book.back')}</a>
      </p>
      ${taskView(this.#book, (book) => this.#parts(book), t('books.book'))}`;
  }

  #parts(found: ConsoleBook): TemplateResult {
    const { book, warnings, coverUrl } = found;
    const canWrite = this.hasRole('owner', 'editor');
    const uploads = uploadQueue.of(this.account.id).filter(({ bookId }) => bookId === book.id);
    const bookUrl = (id: string) => pageUrl(this.account, `books/${id}`);
    const embedUrl = `${pageUrl(this.account, 'embed-code')}?book=${book.id}`;
    return html`<div class="parts">
      <header class="title">
        <div class="book">
          ${
            coverUrl
              ? html`<img
                  class="cover large"
                  src=${coverUrl}
                  alt=${t('book.coverOf', { title: book.title })}
                />`
              : nothing
          }
          <div>
            <h1 tabindex="-1" dir="auto">${book.title}</h1>
            ${visibilityBadge(book.visibility)}
          </div>
        </div>
        <div class="buttons">
          <a class="button" href=${bookUrl(`${book.id}/chapters`)}>${t('chapters.title')}</a>
          <a class="button" href=${embedUrl}>${t('embed.title')}</a>
        </div>
      </header>
      ${this.#publication(found, canWrite)} ${canWrite ? this.#cover(found) : nothing}
      ${saleForm({
        action: this.#sale,
        book,
        revision: found.revision,
        previewPath: `${this.#path}/preview?access=full`,
        canWrite,
        isSample: this.isSample ?? book.access?.mode === 'sample',
        onSample: (isSample) => (this.isSample = isSample),
        submit: this.#sale.submit(
          (values) => this.#save(found, 'sale', readSaleForm(values, book)),
          t('book.saved'),
        ),
        isSaved: this.saved === 'sale',
      })}
      ${recordForm({
        action: this.#record,
        found,
        canWrite,
        contributors: this.contributors ?? book.contributors,
        onContributors: (contributors) => (this.contributors = contributors),
        submit: this.#record.submit((values) => {
          const contributors = this.contributors ?? book.contributors;
          return this.#save(found, 'record', readRecordForm(values, book, contributors));
        }, t('book.saved')),
        isSaved: this.saved === 'record',
      })}
      ${uploadList(this.account.id, uploads, bookUrl)}
      <section class="card" aria-labelledby="file-title">
        <h2 id="file-title">${t('book.file')}</h2>
        ${
          warnings.length > 0
            ? warningList(warnings, true)
            : html`<p>${book.readable ? t('book.noWarnings') : t('books.withoutText')}</p>`
        }
        ${canWrite ? this.#fileActions(found) : nothing}
      </section>
      ${this.isDeleting ? this.#confirmDeletion(found) : nothing}
    </div>`;
  }

  #publication(found: ConsoleBook, canWrite: boolean): TemplateResult {
    const isPublic = found.book.visibility === 'public';
    const action = this.#visibility;
    const toggle = () =>
      action.run(
        () => this.#save(found, 'visibility', { visibility: isPublic ? 'private' : 'public' }),
        t('book.saved'),
      );
    return html`<section class="card" aria-labelledby="visibility-title">
      <h2 id="visibility-title">${t('books.visibility')}</h2>
      <p>${isPublic ? t('book.publicText') : t('book.privateText')}</p>
      ${action.renderError()}
      ${
        canWrite
          ? html`<button
              type="button"
              class=${isPublic ? '' : 'primary'}
              ?disabled=${action.isBusy}
              @click=${toggle}
            >
              ${isPublic ? t('book.unpublish') : t('book.publish')}
            </button>`
          : nothing
      }
    </section>`;
  }

  #cover({ coverUrl, hasOwnCover }: ConsoleBook): TemplateResult {
    const action = this.#coverAction;
    const send = (method: 'PUT' | 'DELETE', image?: File) =>
      action.run(async () => {
        this.saved = null;
        await change(method, `${this.#path}/cover`, image);
        await this.#book.run();
        this.saved = 'cover';
      }, t('book.saved'));
    const choose = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return;
      const [image] = target.files ?? [];
      if (image) void send('PUT', image);
      target.value = '';
    };
    return html`<section class="card" aria-labelledby="cover-title">
      <h2 id="cover-title">${t('book.cover')}</h2>
      <p class="hint" id="cover-text">
        ${hasOwnCover ? t('book.coverOwn') : coverUrl ? t('book.coverOfFile') : t('book.coverNone')}
        ${t('book.coverFormats')}
      </p>
      ${action.renderError()}
      <div class="buttons">
        <label class="button">
          ${t('book.coverUpload')}
          <input
            class="hidden"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            aria-describedby="cover-text"
            ?disabled=${action.isBusy}
            @change=${choose}
          />
        </label>
        ${
          hasOwnCover
            ? html`<button
                type="button"
                ?disabled=${action.isBusy}
                @click=${() => void send('DELETE')}
              >
                ${t('book.coverRemove')}
              </button>`
            : nothing
        }
      </div>
      ${this.saved === 'cover' ? html`<p class="notice">${t('book.saved')}</p>` : nothing}
    </section>`;
  }

  #fileActions({ book }: ConsoleBook): TemplateResult {
    const replace = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || !target.files) return;
      void uploadQueue.add(this.account.id, target.files, book.id);
      target.value = '';
    };
    return html`<p class="hint" id="replace-text">${t('book.replaceText')}</p>
      <div class="buttons">
        <label class="button">
          ${t('book.replace')}
          <input
            class="hidden"
            type="file"
            accept=".epub,application/epub+zip"
            aria-describedby="replace-text"
            @change=${replace}
          />
        </label>
        <button type="button" class="danger" @click=${() => (this.isDeleting = true)}>
          ${t('book.delete')}
        </button>
      </div>`;
  }

  #confirmDeletion({ book }: ConsoleBook): TemplateResult {
    const action = this.#deletion;
    const remove = async () => {
      await change('DELETE', this.#path);
      this.isDeleting = false;
      this.querySelector<HTMLAnchorElement>('p > a')?.click();
    };
    return modal(
      t('book.deleteTitle', { title: book.title }),
      dialogForm({
        action,
        submit: action.submit(remove, t('done.deleted')),
        label: t('book.delete'),
        isDanger: true,
        content: html` <p>${t('book.deleteText')}</p>`,
      }),
      () => (this.isDeleting = false),
    );
  }

  async #save({ revision }: ConsoleBook, part: Part, patch: Partial<BookPatch>): Promise<void> {
    this.saved = null;
    await change('PATCH', `${this.#path}?revision=${revision}`, patch);
    if (part === 'record') this.contributors = null;
    if (part === 'sale') this.isSample = null;
    await this.#book.run();
    this.saved = part;
  }
}

customElements.define('book-page', BookPage);
