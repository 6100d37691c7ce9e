import { html, nothing, type TemplateResult } from 'lit';
import { buyPlaceholders } from '../../shared/buy-placeholders.ts';
import type { Book, BookPatch } from '../api/contract.ts';
import { type FormAction, textField } from '../elements/form-action.ts';
import { sampleChooser } from '../elements/sample-chooser.ts';
import { t } from '../i18n/translate.ts';

interface SaleForm {
  action: FormAction;
  book: Book;
  revision: number;
  /** API path of a preview of the whole book. */
  previewPath: string;
  canWrite: boolean;
  isSample: boolean;
  onSample: (isSample: boolean) => void;
  submit: (event: SubmitEvent) => void;
  isSaved: boolean;
}

const defaultShare = 0.1;

/** The form for the price, the shop's link and the sample. */
export function saleForm(form: SaleForm): TemplateResult {
  const { action, book, canWrite, isSample, onSample, submit, isSaved } = form;
  const option = (value: 'whole' | 'sample', name: string, text: string) =>
    html`<label class="option">
      <input
        type="radio"
        name="access"
        value=${value}
        .checked=${isSample === (value === 'sample')}
        @change=${() => onSample(value === 'sample')}
      />
      <span>${name}<small>${text}</small></span>
    </label>`;
  return html`<section class="card" aria-labelledby="sale-title">
    <h2 id="sale-title">${t('sale.title')}</h2>
    <form @submit=${submit}>
      <fieldset class="stack" role="none" ?disabled=${!canWrite}>
        <div class="columns">
          ${textField(action, {
            name: 'price/amount',
            id: 'price',
            label: t('books.price'),
            value: book.price?.amount ?? '',
            hint: t('sale.priceHint'),
            isOptional: true,
          })}
          ${textField(action, {
            name: 'price/currency',
            id: 'currency',
            label: t('sale.currency'),
            value: book.price?.currency ?? '',
            hint: t('sale.currencyHint'),
            isOptional: true,
          })}
        </div>
        ${textField(action, {
          name: 'buyUrl',
          label: t('sale.buyUrl'),
          value: book.buyUrl ?? '',
          hint: html`${t('sale.buyUrlHint', {
              example: 'https://shop.example/{isbn}?ref={affiliate}&click={clickId}',
            })}
            <small
              ><code dir="ltr">${buyPlaceholders.map((name) => `{${name}}`).join(' ')}</code></small
            >`,
          isOptional: true,
        })}
        <fieldset>
          <legend>${t('sale.access')}</legend>
          ${option('whole', t('books.wholeBook'), t('sale.wholeText'))}
          ${option('sample', t('books.sample'), t('sale.sampleText'))}
        </fieldset>
        ${isSample ? shareField(form) : nothing} ${action.renderError()}
        ${isSaved ? html`<p class="notice">${t('book.saved')}</p>` : nothing}
        ${
          canWrite
            ? html`<button type="submit" class="primary" ?disabled=${action.isBusy}>
                ${t('sale.save')}
              </button>`
            : nothing
        }
      </fieldset>
    </form>
  </section>`;
}

function shareField({ action, book, revision, previewPath }: SaleForm): TemplateResult {
  const { access, readable } = book;
  if (access && 'sections' in access) {
    return html`<p class="hint">${t('sale.sections', { count: access.sections.length })}</p>`;
  }
  const error = action.fieldError('access');
  return html`${sampleChooser(
    access && 'share' in access ? access.share : defaultShare,
    readable ? previewPath : null,
    revision,
  )}
  ${error ? html`<p class="field-error">${error}</p>` : nothing}`;
}

/** Returns the changes of the form's values. */
export function readSaleForm(values: FormData, book: Book): Partial<BookPatch> {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const amount = text('price/amount').replace(',', '.');
  const currency = text('price/currency').toUpperCase();
  const patch: Partial<BookPatch> = {
    price: amount || currency ? { amount, currency } : null,
    buyUrl: text('buyUrl') || null,
  };
  const isSample = values.get('access') === 'sample';
  if (!isSample && book.access?.mode === 'sample') patch.access = null;
  const share = Number(values.get('share')) / 100;
  if (isSample && values.has('share')) patch.access = { mode: 'sample', share };
  return patch;
}
