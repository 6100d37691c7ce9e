import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConsoleBookRow } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { dialogForm, modal } from '../elements/modal.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatPrice, formatShare } from '../i18n/format-figures.ts';
import { formatDate, t } from '../i18n/translate.ts';
import { uploadList, watchQueue } from '../uploads/upload-list.ts';
import { uploadQueue } from '../uploads/upload-queue.ts';

/** The account's books, and the queue of uploads. */
export class BooksPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    search: { state: true },
    visibility: { state: true },
    isDropTarget: { state: true },
    isCreating: { state: true },
    hasBooks: { state: true },
  };

  /** The search text. */
  declare search: string;
  declare visibility: '' | 'public' | 'private';
  declare isDropTarget: boolean;
  /** Whether the dialog for a new serial is open. */
  declare isCreating: boolean;

  /** Whether there is something to filter and export. True until the books are loaded. */
  declare hasBooks: boolean;

  readonly #creation = new FormAction(this);
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #books = new PagedList<ConsoleBookRow>(this, {
    path: () => this.#listPath(),
    show: (books) => this.#list(books),
    onFirst: ({ data }) => {
      if (!this.search && !this.visibility) this.hasBooks = data.length > 0;
    },
  });

  constructor() {
    super();
    this.search = '';
    this.visibility = '';
    this.isDropTarget = false;
    this.isCreating = false;
    this.hasBooks = true;
    watchQueue(this, () => void this.#books.reload());
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('account') && this.#canWrite) void uploadQueue.restore(this.account.id);
  }

  get #canWrite(): boolean {
    return this.hasRole('owner', 'editor');
  }

  protected override render(): TemplateResult {
    return html`<div
      class="drop ${this.isDropTarget ? 'over' : ''}"
      @dragover=${this.#onDrag}
      @dragleave=${this.#onDragEnd}
      @drop=${this.#onDrop}
    >
      <header class="title">
        <h1 tabindex="-1">${t('books.title')}</h1>
        ${
          this.#canWrite
            ? html`<div class="buttons">
                <button type="button" @click=${() => (this.isCreating = true)}>
                  ${t('books.newSerial')}
                </button>
                ${this.#uploadButton()}
              </div>`
            : nothing
        }
      </header>
      <p class="lead">${this.#canWrite ? t('books.text') : t('books.readOnly')}</p>
      ${uploadList(this.account.id, uploadQueue.of(this.account.id), (id) => this.#bookUrl(id))}
      ${this.hasBooks ? html`${this.#filters()} ${this.#catalogLinks()}` : nothing}
      ${this.#books.render()} ${this.isCreating ? this.#newSerial() : nothing}
    </div>`;
  }

  #newSerial(): TemplateResult {
    const action = this.#creation;
    const create = async (values: FormData) => {
      const title = String(values.get('title') ?? '');
      const { id } = await change<{ id: string }>('POST', this.accountPath('/books'), { title });
      this.isCreating = false;
      await this.#books.reload();
      await this.updateComplete;
      this.querySelector<HTMLAnchorElement>(`a[href="${this.#bookUrl(id)}"]`)?.click();
    };
    return modal(
      t('books.newSerial'),
      dialogForm({
        action,
        submit: action.submit(create, t('done.created')),
        label: t('books.createSerial'),
        content: html` ${textField(action, { name: 'title', label: t('chapters.name') })}`,
      }),
      () => (this.isCreating = false),
    );
  }

  #uploadButton(): TemplateResult {
    const choose = (event: Event) => {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || !target.files) return;
      void uploadQueue.add(this.account.id, target.files);
      target.value = '';
    };
    return html`<label class="button primary">
      ${t('books.upload')}
      <input
        class="hidden"
        type="file"
        multiple
        accept=".epub,application/epub+zip"
        @change=${choose}
      />
    </label>`;
  }

  /** Actions for the whole catalog. */
  #catalogLinks(): TemplateResult {
    const onixUrl = `/console/api${this.accountPath('/onix.xml')}`;
    return html`<p class="links">
      ${
        this.#canWrite
          ? html`<a href=${pageUrl(this.account, 'prices')}>${t('prices.title')}</a>`
          : nothing
      }
      <a href=${onixUrl} download="onix.xml">${t('books.onix')}</a>
    </p>`;
  }

  #filters(): TemplateResult {
    const type = (event: Event) => {
      clearTimeout(this.#typing);
      const text = valueOf(event);
      this.#typing = setTimeout(() => (this.search = text), 250);
    };
    const choose = (event: Event) => {
      const value = valueOf(event);
      this.visibility = value === 'public' || value === 'private' ? value : '';
    };
    return html`<div class="filters" role="search">
      <label>
        <span>${t('books.search')}</span>
        <input type="search" @input=${type} autocomplete="off" dir="auto" />
      </label>
      <label>
        <span>${t('books.visibility')}</span>
        <select @change=${choose}>
          <option value="">${t('books.all')}</option>
          <option value="public">${t('visibility.public')}</option>
          <option value="private">${t('visibility.private')}</option>
        </select>
      </label>
    </div>`;
  }

  #list(books: readonly ConsoleBookRow[]): TemplateResult {
    if (books.length === 0) {
      if (this.search || this.visibility) {
        return emptyView(t('books.noneTitle'), t('books.noneText'));
      }
      return this.#canWrite
        ? emptyView(t('books.emptyTitle'), t('books.emptyText'))
        : emptyView(t('books.emptyTitle'), t('books.emptyReader'));
    }
    return dataTable(
      t('books.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('books.book')}</th>
            <th scope="col">${t('books.visibility')}</th>
            <th scope="col">${t('books.price')}</th>
            <th scope="col">${t('books.sample')}</th>
            <th scope="col">${t('books.updated')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            books,
            ({ id }) => id,
            (book) => this.#row(book),
          )}
        </tbody>
      </table>`,
    );
  }

  #row(book: ConsoleBookRow): TemplateResult {
    const { id, title, authors, coverUrl, visibility, price, access, warnings } = book;
    return html`<tr>
      <th scope="row">
        <div class="book">
          ${
            coverUrl
              ? html`<img class="cover" src=${coverUrl} alt="" loading="lazy" />`
              : html`<span class="cover"></span>`
          }
          <span>
            <a class="name" href=${this.#bookUrl(id)} dir="auto">${title}</a>
            <small dir="auto">${authors.join(', ')}</small>
            ${book.readable ? nothing : html`<small>${t('books.withoutText')}</small>`}
            ${
              warnings > 0
                ? html`<small>${t('uploads.warnings', { count: warnings })}</small>`
                : nothing
            }
          </span>
        </div>
      </th>
      <td>${visibilityBadge(visibility)}</td>
      <td>${price ? formatPrice(price) : '–'}</td>
      <td>${sampleText(access)}</td>
      <td class="time">${formatDate(book.updatedAt)}</td>
    </tr>`;
  }

  #bookUrl(id: string): string {
    return pageUrl(this.account, `books/${encodeURIComponent(id)}`);
  }

  #listPath(): string {
    const query = new URLSearchParams();
    if (this.search) query.set('q', this.search);
    if (this.visibility) query.set('visibility', this.visibility);
    return this.accountPath(`/books?${query.toString()}`);
  }

  readonly #onDrag = (event: DragEvent): void => {
    if (!this.#canWrite || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isDropTarget = true;
  };

  readonly #onDragEnd = (): void => {
    this.isDropTarget = false;
  };

  readonly #onDrop = (event: DragEvent): void => {
    if (!this.isDropTarget) return;
    event.preventDefault();
    this.isDropTarget = false;
    void uploadQueue.add(this.account.id, event.dataTransfer?.files ?? []);
  };
}

export function visibilityBadge(visibility: 'public' | 'private'): TemplateResult {
  const isPublic = visibility === 'public';
  return html`<span class="badge ${isPublic ? 'active' : ''}"
    >${t(`visibility.${visibility}`)}</span
  >`;
}

/** Returns the share that everyone may read, such as “10%”. */
function sampleText(access: ConsoleBookRow['access']): string {
  if (access?.mode !== 'sample') return t('books.wholeBook');
  return 'share' in access ? formatShare(access.share) : t('books.chosenSections');
}

function valueOf({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}

customElements.define('books-page', BooksPage);
