import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConsoleKey, LoggedRequest, RequestPage } from '../api/contract.ts';
import { get, request } from '../api/request.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { copyButton } from '../elements/modal.ts';
import { keyName } from '../elements/key-name.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
import { formatNumber, formatTime, t } from '../i18n/translate.ts';

/** Interval in ms between requests while the page follows the log. */
const followMs = 2000;
/** Maximum number of requests on the page while it follows the log. */
const maxShown = 500;

const statuses = [
  ['2xx', 'requests.status2'],
  ['3xx', 'requests.status3'],
  ['4xx', 'requests.status4'],
  ['5xx', 'requests.status5'],
] as const;

/** Requests with the account's keys. */
export class RequestsPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    filter: { state: true },
    newer: { state: true },
    isFollowing: { state: true },
  };

  /** Query parameters with a value. */
  declare filter: Readonly<Record<string, string>>;
  /** Requests newer than the first page, newest first. */
  declare newer: LoggedRequest[];
  declare isFollowing: boolean;

  #latest: string | null = null;
  #polling: ReturnType<typeof setTimeout> | undefined;
  readonly #keys = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleKey[]>(path, signal),
    args: () => [this.accountPath('/keys')] as const,
  });
  readonly #requests = new PagedList<LoggedRequest, RequestPage>(this, {
    path: () => this.#path(),
    show: (rows) => this.#table([...this.newer, ...rows]),
    onFirst: ({ latestCursor }) => {
      this.newer = [];
      this.#latest = latestCursor;
    },
  });

  constructor() {
    super();
    this.filter = {};
    this.newer = [];
    this.isFollowing = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#polling);
  }

  #path(more: Record<string, string> = {}): string {
    const query = new URLSearchParams({ environment: 'live', ...this.filter, ...more });
    return this.accountPath(`/request-log?${query}`);
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('requests.title')}</h1>
        <button type="button" aria-pressed=${this.isFollowing} @click=${this.#toggle}>
          <span class="dot ${this.isFollowing ? 'on' : ''}"></span>${t('requests.follow')}
        </button>
      </header>
      <p class="lead">${t('requests.text')}</p>
      ${this.#filters()} ${this.#requests.render()}`;
  }

  #filters(): TemplateResult {
    const keys = this.#keys.value ?? [];
    return html`<form class="filters" @submit=${(event: Event) => event.preventDefault()}>
      ${select(t('requests.status'), this.#set('status'), [
        ['', t('requests.all')],
        ...statuses.map(([value, key]) => [value, t(key)] as const),
      ])}
      ${select(t('requests.key'), this.#set('keyId'), [
        ['', t('requests.all')],
        ...keys.map((key) => [key.id, keyName(key)] as const),
      ])}
      ${select(t('keys.environment'), this.#set('environment'), [
        ['', t('keys.live')],
        ['test', t('keys.test')],
      ])}
      ${input(t('requests.route'), this.#set('route'), '/v1/books/{bookId}')}
      ${input(t('requests.code'), this.#set('code'), 'book_not_found')}
      ${input(t('requests.id'), this.#set('requestId'), 'req_…')}
      ${input(t('requests.from'), this.#setTime('from'), '', 'datetime-local')}
      ${input(t('requests.to'), this.#setTime('to'), '', 'datetime-local')}
    </form>`;
  }

  #table(rows: readonly LoggedRequest[]): TemplateResult {
    if (rows.length === 0) {
      const { environment: _, ...filter } = this.filter;
      return Object.keys(filter).length > 0
        ? emptyView(t('table.noneTitle'), t('table.noneText'))
        : emptyView(t('requests.emptyTitle'), t('requests.emptyText'));
    }
    const names = new Map((this.#keys.value ?? []).map((key) => [key.id, keyName(key)]));
    return dataTable(
      t('requests.title'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('requests.request')}</th>
            <th scope="col">${t('requests.status')}</th>
            <th scope="col" class="number">${t('requests.duration')}</th>
            <th scope="col">${t('requests.key')}</th>
            <th scope="col">${t('audit.time')}</th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows,
            ({ requestId }) => requestId,
            (row) => requestRow(row, names),
          )}
        </tbody>
      </table>`,
    );
  }

  #set(name: string) {
    return (value: string): void => {
      const { [name]: _, ...others } = this.filter;
      this.filter = value.trim() ? { ...others, [name]: value.trim() } : others;
    };
  }

  #setTime(name: string) {
    const set = this.#set(name);
    return (value: string): void => set(value && new Date(value).toISOString());
  }

  readonly #toggle = (): void => {
    this.isFollowing = !this.isFollowing;
    clearTimeout(this.#polling);
    if (this.isFollowing) void this.#follow();
  };

  async #follow(): Promise<void> {
    await this.#loadNewer().catch(() => undefined);
    if (this.isFollowing && this.isConnected) {
      this.#polling = setTimeout(() => void this.#follow(), followMs);
    }
  }

  async #loadNewer(): Promise<void> {
    const after = this.#latest;
    if (after === null) return;
    const page = await request<RequestPage>('GET', this.#path({ after }));
    // The filter may have changed in the meantime.
    if (this.#latest !== after) return;
    this.#latest = page.latestCursor ?? after;
    if (page.data.length > 0) {
      this.newer = [...page.data.toReversed(), ...this.newer].slice(0, maxShown);
    }
  }
}

function requestRow(row: LoggedRequest, names: ReadonlyMap<string, string>): TemplateResult {
  const { method, route, status, code, durationMs, keyId, requestId, occurredAt } = row;
  const kind = status < 400 ? 'active' : 'revoked';
  return html`<tr>
    <th scope="row">
      <code dir="ltr">${method} ${route || t('requests.unknownRoute')}</code>
      <small dir="ltr"><code>${requestId}</code> ${copyButton(requestId, t('requests.id'))}</small>
    </th>
    <td>
      <span class="badge ${kind}">${status}</span>
      ${code ? html`<br /><code dir="ltr">${code}</code>` : nothing}
    </td>
    <td class="number">${t('requests.ms', { value: formatNumber(durationMs) })}</td>
    <td><span dir="auto">${names.get(keyId) ?? keyId}</span></td>
    <td class="time">${formatTime(occurredAt)}</td>
  </tr>`;
}

function select(
  label: string,
  set: (value: string) => void,
  options: readonly (readonly [string, string])[],
): TemplateResult {
  const choose = ({ target }: Event) => target instanceof HTMLSelectElement && set(target.value);
  return html`<label>
    <span>${label}</span>
    <select @change=${choose}>
      ${options.map(([value, name]) => html`<option value=${value} dir="auto">${name}</option>`)}
    </select>
  </label>`;
}

function input(
  label: string,
  set: (value: string) => void,
  example: string,
  type = 'text',
): TemplateResult {
  const change = ({ target }: Event) => target instanceof HTMLInputElement && set(target.value);
  return html`<label>
    <span>${label}</span>
    <input
      type=${type}
      dir="ltr"
      autocomplete="off"
      maxlength="200"
      placeholder=${example}
      @change=${change}
    />
  </label>`;
}

customElements.define('requests-page', RequestsPage);
