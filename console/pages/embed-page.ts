import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { embedCode, embedTargets, type EmbedTarget } from '../../shared/embed-code.ts';
import {
  type ConsoleBook,
  type ConsoleBookRow,
  type EmbedChoices,
  type ListPage,
  publishablePermissions,
} from '../api/contract.ts';
import { change, get, request } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { copyToClipboard } from '../elements/modal.ts';
import { announceResults } from '../elements/paged-list.ts';
import { readerPreview } from '../elements/reader-preview.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';
import { embedKeyForm, rememberedKey, rememberKey } from './embed-key-form.ts';

type ShownBook = Pick<ConsoleBookRow, 'id' | 'title' | 'visibility' | 'readable'>;

interface FoundBooks {
  books: ShownBook[];
  /** Whether these are all books of the account. */
  isComplete: boolean;
}

const themes = ['light', 'dark', 'sepia', 'contrast', 'system'] as const;

/** The code that embeds a book, with a preview of the reader. */
export class EmbedPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    search: { state: true },
    bookId: { state: true },
    settings: { state: true },
    key: { state: true },
    target: { state: true },
    copied: { state: true },
  };

  declare search: string;
  /** The selected book. Empty for the first book that pages can open. */
  declare bookId: string;
  /** Selected attributes by name. */
  declare settings: Readonly<Record<'deployment' | 'theme' | 'affiliate', string>>;
  /** Text of a publishable key. */
  declare key: string;
  declare target: EmbedTarget;
  /** The code that was copied last. */
  declare copied: string;

  readonly #action = new FormAction(this);
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The search whose results are shown. */
  #found = '';
  readonly #books = new DataTask(this, {
    task: async ([path, bookPath, search], { signal }): Promise<FoundBooks> => {
      const [list, chosen] = await Promise.all([
        request<ListPage<ConsoleBookRow>>('GET', path, undefined, signal),
        bookPath ? get<ConsoleBook>(bookPath, signal).catch(() => null) : null,
      ]);
      const { data, nextCursor } = list;
      if (search !== this.#found) announceResults(data.length, nextCursor === null);
      this.#found = search;
      const others = data.filter(({ id }) => id !== chosen?.book.id);
      return {
        books: chosen ? [chosen.book, ...others] : others,
        isComplete: search === '' && nextCursor === null,
      };
    },
    args: () => [this.#listPath(), this.#linkedBookPath(), this.search] as const,
  });
  readonly #choices = new DataTask(this, {
    task: ([path], { signal }) => get<EmbedChoices>(path, signal),
    args: () => [this.accountPath('/embed-choices')] as const,
  });

  constructor() {
    super();
    this.search = '';
    this.bookId = '';
    this.settings = { deployment: '', theme: '', affiliate: '' };
    this.key = '';
    this.target = 'html';
    this.copied = '';
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('account')) this.key = rememberedKey(this.account.id);
  }

  #listPath(): string {
    return this.accountPath(`/books?q=${encodeURIComponent(this.search)}`);
  }

  /** The book in the link to this page. */
  #linkedBookPath(): string | null {
    const id = new URLSearchParams(location.search).get('book');
    return id && !this.search ? this.accountPath(`/books/${encodeURIComponent(id)}`) : null;
  }

  protected override render(): TemplateResult {
    return html`<header class="title"><h1 tabindex="-1">${t('embed.title')}</h1></header>
      <p class="lead">${t('embed.text')}</p>
      ${taskView(
        this.#choices,
        (choices) =>
          taskView(this.#books, (found) => this.#content(choices, found)) as TemplateResult,
      )}`;
  }

  #content(choices: EmbedChoices, { books, isComplete }: FoundBooks): TemplateResult {
    const isOpenable = ({ visibility, readable }: ShownBook) => visibility === 'public' && readable;
    const first = this.#linkedBookPath() ? books[0] : (books.find(isOpenable) ?? books[0]);
    const book = books.find(({ id }) => id === this.bookId) ?? first;
    if (!book && !this.search) {
      const link = html`<a class="button" href=${pageUrl(this.account, 'books')}
        >${t('home.book')}</a
      >`;
      return emptyView(t('books.emptyTitle'), t('embed.emptyText'), { action: link });
    }
    return html`<div class="split">
      <section class="card" aria-labelledby="settings-title">
        <h2 id="settings-title">${t('embed.settings')}</h2>
        ${isComplete ? nothing : this.#searchField()} ${this.#bookField(books, book)}
        ${book ? this.#privateNotice(book) : nothing} ${this.#keyFields()}
        ${this.#settingFields(choices)}
      </section>
      ${
        book
          ? html`<div class="parts">
              ${this.#codeCard(choices, book)} ${this.#previewCard(book)}
            </div>`
          : emptyView(t('books.noneTitle'), t('books.noneText'))
      }
    </div>`;
  }

  #searchField(): TemplateResult {
    const type = (event: Event) => {
      clearTimeout(this.#typing);
      const text = valueOf(event);
      this.#typing = setTimeout(() => (this.search = text), 250);
    };
    return html`<div class="field">
      <label for="find">${t('books.search')}</label>
      <input id="find" type="search" autocomplete="off" dir="auto" @input=${type} />
    </div>`;
  }

  #bookField(books: ShownBook[], book: ShownBook | undefined): TemplateResult {
    const choose = (event: Event) => (this.bookId = valueOf(event));
    return html`<div class="field">
      <label for="book">${t('books.book')}</label>
      <select id="book" @change=${choose}>
        ${books.map(
          ({ id, title }) =>
            html`<option value=${id} dir="auto" .selected=${id === book?.id}>${title}</option>`,
        )}
      </select>
    </div>`;
  }

  #privateNotice({ id, visibility }: ShownBook): unknown {
    if (visibility === 'public') return nothing;
    const url = pageUrl(this.account, `books/${id}`);
    return html`<p class="notice warning">
      ${t('embed.privateText')} <a href=${url}>${t('embed.toBook')}</a>
    </p>`;
  }

  #keyFields(): TemplateResult {
    return embedKeyForm({
      action: this.#action,
      key: this.key,
      canCreate: this.hasRole('owner', 'developer'),
      onKey: (key) => this.#setKey(key),
      create: async (origin) => {
        const [tier = 'basic'] = this.account.tiers;
        const { text } = await change<{ text: string }>('POST', this.accountPath('/keys'), {
          label: new URL(origin).host.slice(0, 60),
          kind: 'publishable',
          tier,
          environment: 'live',
          permissions: publishablePermissions,
          allowedOrigins: [origin],
        });
        this.#setKey(text);
      },
    });
  }

  #setKey(key: string): void {
    this.key = key.trim();
    rememberKey(this.account.id, this.key);
  }

  #settingFields({ deployments, affiliates }: EmbedChoices): TemplateResult {
    const set = (name: keyof EmbedPage['settings']) => (event: Event) => {
      this.settings = { ...this.settings, [name]: valueOf(event).trim() };
    };
    const setAffiliate = (event: Event) => {
      if (event.target instanceof HTMLInputElement) {
        event.target.value = codeOf(event.target.value.trim(), affiliates);
      }
      set('affiliate')(event);
    };
    return html`<div class="field">
        <label for="deployment">${t('embed.deployment')}</label>
        <select id="deployment" @change=${set('deployment')}>
          <option value="">${t('embed.none')}</option>
          ${deployments.map(({ id, name }) => html`<option value=${id} dir="auto">${name}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="theme">${t('embed.theme')}</label>
        <select id="theme" @change=${set('theme')}>
          <option value="">${t('embed.themeDefault')}</option>
          ${themes.map((theme) => html`<option value=${theme}>${t(`theme.${theme}`)}</option>`)}
        </select>
      </div>
      <div class="field">
        <label for="affiliate">${t('embed.affiliate')}</label>
        <input
          id="affiliate"
          list="affiliates"
          dir="ltr"
          autocomplete="off"
          pattern="[0-9A-Za-z_.\\-]{1,64}"
          aria-describedby="affiliate-hint"
          @change=${setAffiliate}
        />
        <datalist id="affiliates">
          ${affiliates.map(({ code, name }) => html`<option value=${code} dir="auto">${name}</option>`)}
        </datalist>
        <p class="hint" id="affiliate-hint">${t('embed.affiliateHint')}</p>
      </div>`;
  }

  #codeCard({ origin }: EmbedChoices, book: ShownBook): TemplateResult {
    const code = embedCode(this.target, {
      origin,
      title: book.title,
      tokens: new Map(),
      attributes: this.#attributes(book, this.key || 'PUBLISHABLE_KEY'),
    });
    const copy = async () => {
      if (await copyToClipboard(code)) this.copied = code;
    };
    return html`<section class="card" aria-labelledby="code-title">
      <header class="title">
        <h2 id="code-title">${t('embed.code')}</h2>
        <button type="button" class="primary" @click=${copy}>
          ${this.copied === code ? t('action.copied') : t('action.copy')}
        </button>
      </header>
      ${this.key ? nothing : html`<p class="hint">${t('embed.keyMissing')}</p>`}
      <div class="tabs" role="tablist" aria-label=${t('embed.code')} @keydown=${this.#moveTab}>
        ${embedTargets.map((target) => this.#tab(target))}
      </div>
      <p class="hint">${t(`embed.${this.target}Text`)}</p>
      <pre
        id="code"
        role="tabpanel"
        tabindex="0"
        dir="ltr"
        aria-labelledby="tab-${this.target}"
      ><code>${code}</code></pre>
    </section>`;
  }

  #tab(target: EmbedTarget): TemplateResult {
    const isSelected = target === this.target;
    return html`<button
      type="button"
      role="tab"
      id="tab-${target}"
      aria-selected=${isSelected}
      aria-controls="code"
      tabindex=${isSelected ? 0 : -1}
      @click=${() => this.#selectTab(target)}
    >
      ${t(`embed.${target}`)}
    </button>`;
  }

  #selectTab(target: EmbedTarget): void {
    this.target = target;
  }

  readonly #moveTab = async (event: KeyboardEvent): Promise<void> => {
    const isReversed = getComputedStyle(this).direction === 'rtl';
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (step === 0) return;
    event.preventDefault();
    const count = embedTargets.length;
    const at = embedTargets.indexOf(this.target) + (isReversed ? -step : step);
    this.#selectTab(embedTargets[(at + count) % count] ?? 'html');
    await this.updateComplete;
    this.querySelector<HTMLElement>(`#tab-${this.target}`)?.focus();
  };

  /** The preview of the reader, which is available even without a key. Not counted. */
  #previewCard(book: ShownBook): TemplateResult {
    const { theme, deployment } = this.settings;
    const query = new URLSearchParams(deployment ? { deployment } : {});
    const path = this.accountPath(`/books/${encodeURIComponent(book.id)}/preview?${query}`);
    return html`<section class="card" aria-labelledby="preview-title">
      <h2 id="preview-title">${t('embed.preview')}</h2>
      ${book.readable ? readerPreview({ path, theme }) : html`<p class="hint">${t('books.withoutText')}</p>`}
    </section>`;
  }

  #attributes({ id }: ShownBook, key: string): Map<string, string> {
    const all = [['book', id], ['key', key], ...Object.entries(this.settings)] as const;
    return new Map(all.flatMap(([name, value]) => (name && value ? [[name, value]] : [])));
  }
}

/** Returns the code of the affiliate with this code or name, or else the text. */
function codeOf(text: string, affiliates: EmbedChoices['affiliates']): string {
  const isNamed = ({ name }: { name: string }) => name.toLowerCase() === text.toLowerCase();
  const found = affiliates.find(({ code }) => code === text) ?? affiliates.find(isNamed);
  return found?.code ?? text;
}

function valueOf({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}

customElements.define('embed-page', EmbedPage);
