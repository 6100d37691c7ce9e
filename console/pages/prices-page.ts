import { html, nothing, type TemplateResult } from 'lit';
import type { PriceChange } from '../api/contract.ts';
import { change } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { announce } from '../elements/announce.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction } from '../elements/form-action.ts';
import { formatPrice } from '../i18n/format-figures.ts';
import { t } from '../i18n/translate.ts';

const maxFileBytes = 1024 * 1024;

/** Changes many prices with a CSV file after checking every line. */
export class PricesPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    checked: { state: true },
    applied: { state: true },
    isTooLarge: { state: true },
  };

  /** The selected file and its changes. Null before a file is selected. */
  declare checked: { csv: string; changes: PriceChange[] } | null;
  /** Number of prices that were changed. */
  declare applied: number | null;
  declare isTooLarge: boolean;

  readonly #check = new FormAction(this);
  readonly #apply = new FormAction(this);

  constructor() {
    super();
    this.checked = null;
    this.applied = null;
    this.isTooLarge = false;
  }

  protected override render(): TemplateResult {
    const csvUrl = `/console/api${this.accountPath('/prices.csv')}`;
    return html`<p><a href=${pageUrl(this.account, 'books')}>${t('book.back')}</a></p>
      <header class="title"><h1 tabindex="-1">${t('prices.title')}</h1></header>
      <p class="lead">${t('prices.text')}</p>
      <section class="card">
        <div class="buttons">
          <a class="button" href=${csvUrl} download="prices.csv">${t('prices.download')}</a>
          <label class="button primary">
            ${t('prices.choose')}
            <input
              class="hidden"
              type="file"
              accept=".csv,text/csv"
              aria-describedby="columns"
              @change=${this.#choose}
            />
          </label>
        </div>
        <p class="hint" id="columns">${t('prices.columns')}</p>
        ${this.isTooLarge ? html`<p role="alert">${t('prices.tooLarge')}</p>` : nothing}
        ${this.#check.renderError()}
        ${
          this.applied === null
            ? nothing
            : html`<p class="notice">${t('prices.applied', { count: this.applied })}</p>`
        }
      </section>
      ${this.checked ? this.#result(this.checked.changes) : nothing}`;
  }

  #result(changes: PriceChange[]): TemplateResult {
    const count = countChanges(changes);
    const action = this.#apply;
    return html`<p>${summaryOf(changes)}</p>
      ${action.renderError()}
      <div class="buttons">
        <button
          type="button"
          class="primary"
          ?disabled=${count === 0 || action.isBusy}
          @click=${() => action.run(this.#confirm, null)}
        >
          ${t('prices.apply', { count })}
        </button>
      </div>
      ${dataTable(
        t('prices.title'),
        html`<table>
          <thead>
            <tr>
              <th scope="col">${t('prices.line')}</th>
              <th scope="col">${t('books.book')}</th>
              <th scope="col">${t('prices.before')}</th>
              <th scope="col">${t('prices.after')}</th>
            </tr>
          </thead>
          <tbody>
            ${changes.map((one) => this.#row(one))}
          </tbody>
        </table>`,
      )}`;
  }

  #row({ line, title, before, after, isSame, error }: PriceChange): TemplateResult {
    const price = (value: PriceChange['before']) => (value ? formatPrice(value) : '–');
    return html`<tr>
      <td>${line}</td>
      <th scope="row" dir="auto">${title ?? '–'}</th>
      <td>${price(before)}</td>
      <td>
        ${
          error === null
            ? html`${price(after)} ${isSame ? html`<small>${t('prices.same')}</small>` : nothing}`
            : html`<span class="field-error">${error}</span>`
        }
      </td>
    </tr>`;
  }

  readonly #choose = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLInputElement)) return;
    const [file] = target.files ?? [];
    if (!file) return;
    this.checked = null;
    this.applied = null;
    this.isTooLarge = file.size > maxFileBytes;
    if (this.isTooLarge) return;
    await this.#check.run(async () => {
      const csv = await file.text();
      const path = this.accountPath('/prices/check');
      this.checked = { csv, changes: await change<PriceChange[]>('POST', path, { csv }) };
      announce(summaryOf(this.checked.changes));
    }, null);
    // Allows choosing the same file again after it was corrected.
    target.value = '';
  };

  readonly #confirm = async (): Promise<void> => {
    if (!this.checked) return;
    const { csv } = this.checked;
    const path = this.accountPath('/prices');
    const { changed } = await change<{ changed: number }>('POST', path, { csv });
    this.checked = null;
    this.applied = changed;
    announce(t('prices.applied', { count: changed }));
  };
}

function countChanges(changes: readonly PriceChange[]): number {
  return changes.filter(({ error, isSame }) => error === null && !isSame).length;
}

function summaryOf(changes: readonly PriceChange[]): string {
  const errors = changes.filter(({ error }) => error !== null).length;
  return t('prices.summary', { changes: countChanges(changes), errors });
}

customElements.define('prices-page', PricesPage);
