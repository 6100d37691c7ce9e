import { html, nothing, type TemplateResult } from 'lit';
import type { AuditEntry } from '../api/contract.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { jsonText } from '../elements/json-text.ts';
import { PagedList } from '../elements/paged-list.ts';
import { emptyView } from '../elements/task-view.ts';
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
  static override properties = { ...ConsolePage.properties, group: { state: true } };

  declare group: string;

  readonly #entries = new PagedList<AuditEntry>(this, {
    path: () => {
      const query = new URLSearchParams(this.group ? { action: `${this.group}.` } : {});
      return this.accountPath(`/audit-log?${query}`);
    },
    show: (entries) =>
      entries.length === 0 && this.group
        ? emptyView(t('table.noneTitle'), t('table.noneText'))
        : auditTable(entries),
  });

  constructor() {
    super();
    this.group = '';
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
      ${this.#entries.render()}`;
  }

  readonly #filter = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) this.group = target.value;
  };
}

function auditTable(entries: readonly AuditEntry[]): TemplateResult {
  if (entries.length === 0) return emptyView(t('audit.emptyTitle'), t('audit.emptyText'));
  return dataTable(
    t('audit.title'),
    html`<table>
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
    </table>`,
  );
}

function row({ at, actor, action, target, address, before, after }: AuditEntry): TemplateResult {
  const values = [
    ...(before === null ? [] : [[t('audit.before'), before] as const]),
    ...(after === null ? [] : [[t('audit.after'), after] as const]),
  ];
  return html`<tr>
    <td class="time">${formatTime(at)}</td>
    <td><bdi>${actor}</bdi></td>
    <td>
      <code dir="ltr">${action}</code> ${target ? html`<span dir="auto">${target}</span>` : nothing}
      ${
        values.length > 0
          ? html`<details>
              <summary>${t('audit.values')}</summary>
              ${values.map(
                ([name, value]) =>
                  html`<p>${name}</p>
                    <pre dir="ltr">${jsonText(value)}</pre>`,
              )}
            </details>`
          : nothing
      }
    </td>
    <td><bdi>${address ?? '–'}</bdi></td>
  </tr>`;
}

customElements.define('audit-page', AuditPage);
