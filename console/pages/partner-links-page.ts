import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { embedCode, servedPageUrl } from '../../shared/embed-code.ts';
import type { PartnerBook, PartnerProfile } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { copyToClipboard } from '../elements/modal.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatShare, formatPrice } from '../i18n/format-figures.ts';
import { t } from '../i18n/translate.ts';
import { rememberedKey, rememberKey } from './embed-key-form.ts';

const labelPattern = '[0-9A-Za-z_.\\-]{0,64}';
const kinds = ['shop', 'reader', 'html'] as const;

/** The partner's links and embed codes for each book, with the partner's own labels. */
export class PartnerLinksPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    search: { state: true },
    campaign: { state: true },
    sub: { state: true },
    key: { state: true },
    copied: { state: true },
    hasBooks: { state: true },
  };

  declare search: string;
  declare campaign: string;
  declare sub: string;
  /** Text of a publishable key for the partner's site. */
  declare key: string;
  /** Id of the book and kind of the code that was copied last. */
  declare copied: string;

  /** Whether there is something to link to. True until the books are loaded. */
  declare hasBooks: boolean;

  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #profile = new DataTask(this, {
    task: ([path], { signal }) => get<PartnerProfile>(path, signal),
    args: () => [this.accountPath('/partner')] as const,
  });
  readonly #books = new PagedList<PartnerBook>(this, {
    path: () => this.accountPath(`/partner/books?q=${encodeURIComponent(this.search)}`),
    show: (books) => this.#list(books),
    onFirst: ({ data }) => {
      if (!this.search) this.hasBooks = data.length > 0;
    },
  });

  constructor() {
    super();
    this.search = '';
    this.campaign = '';
    this.sub = '';
    this.key = '';
    this.copied = '';
    this.hasBooks = true;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('account')) this.key = rememberedKey(this.account.id);
  }

  protected override render(): TemplateResult {
    return html`<header class="title"><h1 tabindex="-1">${t('partner.links')}</h1></header>
      <p class="lead">${t('partner.linksText')}</p>
      ${this.hasBooks ? this.#fields() : nothing}
      ${taskView(this.#profile, () => html`${this.#books.render()}`)}`;
  }

  #fields(): TemplateResult {
    return html`<div class="filters">
        ${this.#label('campaign')} ${this.#label('sub')}
        <label>
          <span>${t('partner.key')}</span>
          <input
            dir="ltr"
            autocomplete="off"
            .value=${this.key}
            aria-describedby="key-hint"
            @change=${this.#setKey}
          />
        </label>
        <label>
          <span>${t('books.search')}</span>
          <input type="search" dir="auto" autocomplete="off" @input=${this.#type} />
        </label>
      </div>
      <p class="hint" id="key-hint">${t('partner.keyHint')}</p>`;
  }

  #label(name: 'campaign' | 'sub'): TemplateResult {
    const set = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.reportValidity()) this[name] = target.value;
    };
    return html`<label>
      <span>${t(`partner.${name}`)}</span>
      <input
        dir="ltr"
        autocomplete="off"
        pattern=${labelPattern}
        title=${t('partner.labelHint')}
        @change=${set}
      />
    </label>`;
  }

  readonly #setKey = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    this.key = target.value.trim();
    rememberKey(this.account.id, this.key);
  };

  readonly #type = ({ target }: Event): void => {
    clearTimeout(this.#typing);
    const text = target instanceof HTMLInputElement ? target.value : '';
    this.#typing = setTimeout(() => (this.search = text), 250);
  };

  #list(books: PartnerBook[]): TemplateResult {
    if (books.length === 0) {
      return this.search
        ? emptyView(t('books.noneTitle'), t('books.noneText'))
        : emptyView(t('partner.noBooks'), t('partner.noBooksText'));
    }
    return html`<ul class="parts">
      ${repeat(
        books,
        ({ id }) => id,
        (book) => this.#card(book),
      )}
    </ul>`;
  }

  #card(book: PartnerBook): TemplateResult {
    const { id, title, authors, coverUrl, price, rate } = book;
    return html`<li class="card">
      <div class="book">
        ${
          coverUrl
            ? html`<img class="cover" src=${coverUrl} alt="" loading="lazy" />`
            : html`<span class="cover"></span>`
        }
        <div>
          <h2 dir="auto">${title}</h2>
          <small dir="auto">${authors.join(', ')}</small>
          <small>
            ${price ? `${formatPrice(price)} · ` : nothing}${t('partner.rate', {
              rate: formatShare(Number(rate)),
            })}
          </small>
        </div>
      </div>
      ${kinds.map((kind) => this.#code(book, kind, `${kind}-${id}`))}
    </li>`;
  }

  #code(book: PartnerBook, kind: (typeof kinds)[number], id: string): unknown {
    const text = this.#text(book, kind);
    if (text === null) return nothing;
    const copy = async () => {
      if (await copyToClipboard(text)) this.copied = text;
    };
    return html`<div class="field">
      <label for=${id}>${t(`partner.${kind}`)}</label>
      <div class="copy">
        <input id=${id} readonly dir="ltr" .value=${text} />
        <button type="button" @click=${copy}>
          ${this.copied === text ? t('action.copied') : t('action.copy')}
          <span class="hidden">${t(`partner.${kind}`)} ${book.title}</span>
        </button>
      </div>
    </div>`;
  }

  /** Null if the book has no text or the required key is missing. */
  #text({ id, title, pageUrl, readable }: PartnerBook, kind: (typeof kinds)[number]) {
    const { origin = '', code = '' } = this.#profile.value ?? {};
    const labels = [
      ['campaign', this.campaign],
      ['sub', this.sub],
    ].flatMap(([name = '', value]): [string, string][] => (value ? [[name, value]] : []));
    if (kind === 'shop') {
      const query = new URLSearchParams([['book', id], ...labels]);
      return `${origin}/r/${encodeURIComponent(code)}?${query}`;
    }
    if (!readable) return null;
    const referral: [string, string][] = [['affiliate', code], ...labels];
    if (kind === 'reader' && pageUrl) return `${pageUrl}?${new URLSearchParams(referral)}`;
    if (!this.key) return null;
    const attributes = new Map([['book', id], ['key', this.key], ...referral]);
    const reader = { origin, title, tokens: new Map(), attributes };
    return kind === 'reader' ? servedPageUrl(reader) : embedCode('html', reader);
  }
}

customElements.define('partner-links-page', PartnerLinksPage);
