import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import type { AuditEntry, ListPage } from '../api/contract.ts';
import { request } from '../api/request.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { formatTime, t } from '../i18n/translate.ts';

/** Groups of actions by the prefix of their names. */
const groups = [
  'book',
  'key',
  'member',
  'invitation',
  'recovery',
  'account',
  'deployment',
  'webhook',
  'affiliate',
] as const;

/** Changes in the account, newest first. */
export class AuditPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    group: { state: true },
    more: { state: true },
  };

  declare group: string;
  /** Pages after the first. */
  declare more: ListPage<AuditEntry>[];

  readonly #action = new FormAction(this);
  readonly #entries = new Task(this, {
    task: ([path], { signal }) => {
      this.more = [];
      return request<ListPage<AuditEntry>>('GET', path, undefined, signal);
    },
    args: () => [this.#path()] as const,
  });

  constructor() {
    super();
    this.group = '';
    this.more = [];
  }

  #path(cursor?: string): string {
    const query = new URLSearchParams();
    if (this.group) query.set('action', `${this.group}.`);
    if (cursor) query.set('cursor', cursor);
    return this.accountPath(`/audit-log?${query}`);
  }

  protected override render(): TemplateResult {
    const exportUrl = `/console/api${this.accountPath('/audit-log.csv')}`;
    return html`<header class="title">
        <h1 tabindex="-1">${t('audit.title')}</h1>
        <a class="button" href=${exportUrl} download rel="external">${t('audit.export')}</a>
      </header>
      <p class="lead">${t('audit.text')}</p>
      <div class="filters">
        <label>
          <span>${t('audit.filter')}</span>
          <select @change=${this.#filter}>
            <option value="">${t('audit.all')}</option>
            ${groups.map((group) => html`<option value=${group}>${t(`auditGroup.${group}`)}</option>`)}
          </select>
        </label>
      </div>
      ${taskView(this.#entries, (first) => this.#table([first, ...this.more]))}`;
  }

  #table(pages: ListPage<AuditEntry>[]): TemplateResult {
    const entries = pages.flatMap(({ data }) => data);
    if (entries.length === 0) return emptyView(t('audit.emptyTitle'), t('audit.emptyText'));
    const cursor = pages.at(-1)?.nextCursor;
    const more = () => void this.#action.run(() => this.#loadMore(cursor ?? ''));
    return html`<div class="table" tabindex="0" role="region" aria-label=${t('audit.title')}>
        <table>
          <thead>
            <tr>
              <th scope="col">${t('audit.time')}</th>
              <th scope="col">${t('audit.who')}</th>
              <th scope="col">${t('audit.what')}</th>
              <th scope="col">${t('audit.address')}</th>
            </tr>
          </thead>
          <tbody>
            ${entries.map((entry) => row(entry))}
          </tbody>
        </table>
      </div>
      ${
        cursor
          ? html`<button type="button" ?disabled=${this.#action.isBusy} @click=${more}>
              ${t('table.more')}
            </button>`
          : nothing
      }
      ${this.#action.error ? this.#action.renderError() : nothing}`;
  }

  readonly #filter = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.group = target.value;
  };

  async #loadMore(cursor: string): Promise<void> {
    const page = await request<ListPage<AuditEntry>>('GET', this.#path(cursor));
    this.more = [...this.more, page];
  }
}

function row({ at, actor, action, target, address, before, after }: AuditEntry): TemplateResult {
  const values = [
    ...(before === null ? [] : [[t('audit.before'), before] as const]),
    ...(after === null ? [] : [[t('audit.after'), after] as const]),
  ];
  return html`<tr>
    <td class="time">${formatTime(at)}</td>
    <td dir="ltr">${actor}</td>
    <td>
      <code dir="ltr">${action}</code> ${target ? html`<span dir="auto">${target}</span>` : nothing}
      ${
        values.length > 0
          ? html`<details>
              <summary>${t('audit.values')}</summary>
              ${values.map(
                ([name, value]) =>
                  html`<p>${name}</p>
                    <pre dir="ltr">${JSON.stringify(value, null, 2)}</pre>`,
              )}
            </details>`
          : nothing
      }
    </td>
    <td dir="ltr">${address ?? '–'}</td>
  </tr>`;
}

customElements.define('audit-page', AuditPage);
