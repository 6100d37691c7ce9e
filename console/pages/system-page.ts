import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { SystemStatus } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { dataTable } from '../elements/data-table.ts';
import { taskView } from '../elements/task-view.ts';
import { formatDate, formatNumber, formatTime, numberFormat, t } from '../i18n/translate.ts';

/** Health of the server, for operators. */
export class SystemPage extends LitElement {
  readonly #status = new DataTask(this, {
    task: (_none, { signal }) => get<SystemStatus>('/operator/system', signal),
    args: () => [] as const,
  });

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<header class="title">
        <h1 tabindex="-1">${t('system.title')}</h1>
        <button type="button" @click=${() => void this.#status.run()}>
          ${t('action.refresh')}
        </button>
      </header>
      <p class="lead">${t('system.text')}</p>
      ${taskView(this.#status, (status) => content(status))}`;
  }
}

function content(status: SystemStatus): TemplateResult {
  const { database, rates, queues, storage, errors } = status;
  const { applied, pending } = database.migrations;
  const engine = database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const number = (value: number) => formatNumber(value);
  return html`<div class="facts">
      ${card(t('system.database'), pending.length === 0, [
        [t('system.engine'), `${engine} ${database.version}`],
        [t('system.latency'), t('requests.ms', { value: number(database.latencyMs) })],
        [t('system.size'), formatBytes(database.sizeBytes)],
        [t('system.migrations'), number(applied.length)],
        [t('system.pending'), pending.length === 0 ? t('system.none') : pending.join(', ')],
      ])}
      ${card(t('system.search'), status.isSearchReady, [
        [t('keys.state'), status.isSearchReady ? t('system.ready') : t('system.reading')],
      ])}
      ${card(
        t('system.rates'),
        rates.some(({ isOutdated }) => !isOutdated),
        rates.length === 0
          ? [[t('keys.state'), t('system.bundledRates')]]
          : rates.map(({ source, date }) => [source, formatDate(date)] as const),
      )}
      ${card(t('system.queues'), queues.overdueChapters === 0 && queues.failedDeliveries === 0, [
        [t('system.deliveries'), number(queues.deliveries)],
        [t('system.failedDeliveries'), number(queues.failedDeliveries)],
        [t('system.scheduledChapters'), number(queues.scheduledChapters)],
        [t('system.overdueChapters'), number(queues.overdueChapters)],
        [t('system.outdatedBooks'), number(queues.outdatedBooks)],
        [t('system.uploads'), number(queues.uploads)],
      ])}
      ${card(t('system.storage'), true, [
        [t('system.content'), storage.objectsUrl ?? t('system.inDatabase')],
        [t('books.title'), number(storage.books)],
        [t('system.files'), number(storage.files)],
      ])}
      ${card(t('system.versions'), true, [
        ['svc-reader', status.version],
        ['Node.js', status.nodeVersion],
        [t('system.compiler'), number(status.compilerVersion)],
        [t('system.started'), formatTime(status.startedAt)],
        [t('system.memory'), formatBytes(status.memoryBytes)],
      ])}
    </div>
    <section class="card" aria-labelledby="errors-title">
      <h2 id="errors-title">${t('system.errors')}</h2>
      <p class="hint">${t('system.errorsText')}</p>
      ${errors.length === 0 ? html`<p>${t('system.noErrors')}</p>` : errorTable(errors)}
    </section>`;
}

function card(
  title: string,
  isGood: boolean,
  facts: readonly (readonly [string, string])[],
): TemplateResult {
  return html`<section class="card">
    <div class="label">
      <h2>${title}</h2>
      ${isGood ? nothing : html`<span class="badge revoked">${t('system.check')}</span>`}
    </div>
    <dl class="record">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`,
      )}
    </dl>
  </section>`;
}

function errorTable(errors: SystemStatus['errors']): TemplateResult {
  return dataTable(
    t('system.errors'),
    html`<table>
      <thead>
        <tr>
          <th scope="col">${t('system.error')}</th>
          <th scope="col" class="number">${t('system.count')}</th>
          <th scope="col">${t('system.last')}</th>
        </tr>
      </thead>
      <tbody>
        ${errors.map(
          ({ task, message, count, lastAt }) =>
            html`<tr>
              <th scope="row">
                <span class="name" dir="auto">${task}</span>
                <small dir="auto">${message}</small>
              </th>
              <td class="number">${formatNumber(count)}</td>
              <td class="time">${formatTime(lastAt)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size such as “12.3 MB”. */
function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return numberFormat({
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

customElements.define('system-page', SystemPage);
