import { html, nothing, type TemplateResult } from 'lit';
import type { Affiliate } from '../api/contract.ts';
import { type FormAction, linesField, linesOf, textField } from '../elements/form-action.ts';
import { dialogForm } from '../elements/modal.ts';
import { t } from '../i18n/translate.ts';

/** The form for an affiliate's terms. @param affiliate - Null for a new affiliate. */
export function affiliateForm(
  action: FormAction,
  affiliate: Affiliate | null,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const days = affiliate ?? { windowDays: 30, approvalDays: 30, maxConversionsPerClick: 10 };
  return dialogForm({
    action,
    submit: submit,
    label: affiliate ? t('action.save') : t('affiliates.create'),
    content: html`<div @input=${affiliate ? nothing : suggestCode}>
        ${textField(action, { name: 'name', label: t('field.name'), value: affiliate?.name ?? '' })}
      </div>
      <div class="columns">
        ${textField(action, {
          name: 'code',
          label: t('affiliate.code'),
          hint: t('affiliate.codeHint'),
          value: affiliate?.code ?? '',
          isOptional: !affiliate,
          isCode: true,
        })}
        ${textField(action, {
          name: 'rate',
          label: t('affiliate.ratePercent'),
          hint: t('affiliate.rateHint'),
          value: affiliate ? toPercent(affiliate.rate) : '',
        })}
      </div>
      <details ?open=${affiliate !== null}>
        <summary>${t('affiliate.terms')}</summary>
        <div class="stack">
          <div class="columns">
            ${(['windowDays', 'approvalDays', 'maxConversionsPerClick'] as const).map((name) =>
              textField(action, {
                name,
                label: t(`affiliate.${name}`),
                hint: t(`affiliate.${name}Hint`),
                value: String(days[name]),
              }),
            )}
          </div>
          ${linesField(action, {
            name: 'couponCodes',
            label: t('affiliate.couponCodes'),
            hint: t('affiliate.couponCodesHint'),
            lines: affiliate?.couponCodes ?? [],
          })}
          ${linesField(action, {
            name: 'specialRates',
            label: t('affiliate.specialRates'),
            hint: t('affiliate.specialRatesHint', { example: 'bk_01KAJ0… = 12' }),
            lines: (affiliate?.specialRates ?? []).map(
              (one) => `${'bookId' in one ? one.bookId : one.subject} = ${toPercent(one.rate)}`,
            ),
          })}
          ${linesField(action, {
            name: 'ownReaderIds',
            label: t('affiliate.ownReaderIds'),
            hint: t('affiliate.ownReaderIdsHint'),
            lines: affiliate?.ownReaderIds ?? [],
          })}
        </div>
      </details>
      ${affiliate ? stateField(affiliate) : nothing}`,
  });
}

/** Fills in a code for the name, unless the person has entered another one. */
function suggestCode({ target }: Event): void {
  const code = target instanceof HTMLInputElement && target.form?.elements.namedItem('code');
  if (!(code instanceof HTMLInputElement)) return;
  if (code.value !== (code.dataset['suggested'] ?? '')) return;
  code.value = codeOf(target instanceof HTMLInputElement ? target.value : '');
  code.dataset['suggested'] = code.value;
}

/** `Café Noir` → `cafe-noir`. Empty for names in other scripts. */
function codeOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return letters
    .replaceAll(/[^0-9a-z]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-|-$/g, '');
}

function stateField({ state }: Affiliate): TemplateResult {
  return html`<fieldset>
    <legend>${t('keys.state')}</legend>
    ${(['active', 'paused'] as const).map(
      (one) =>
        html`<label class="option">
          <input type="radio" name="state" value=${one} ?checked=${one === state} />
          <span
            >${t(`affiliateState.${one}`)}<small>${t(`affiliateState.${one}.text`)}</small></span
          >
        </label>`,
    )}
  </fieldset>`;
}

/** Returns the request body. Invalid numbers are sent unchanged so that the server reports them. */
export function readAffiliateForm(values: FormData): Record<string, unknown> {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const lines = (name: string) => linesOf(values, name);
  const whole = (name: string) => (/^\d+$/.test(text(name)) ? Number(text(name)) : text(name));
  const code = text('code');
  const state = text('state');
  return {
    name: text('name'),
    ...(code && { code }),
    rate: fromPercent(text('rate')),
    windowDays: whole('windowDays'),
    approvalDays: whole('approvalDays'),
    maxConversionsPerClick: whole('maxConversionsPerClick'),
    couponCodes: lines('couponCodes').flatMap((line) => line.split(/[\s,]+/).filter(Boolean)),
    ownReaderIds: lines('ownReaderIds'),
    specialRates: lines('specialRates').map((line) => {
      const at = line.lastIndexOf('=');
      const subject = line.slice(0, at < 0 ? undefined : at).trim();
      const rate = fromPercent(at < 0 ? '' : line.slice(at + 1).trim());
      return subject.startsWith('bk_') ? { bookId: subject, rate } : { subject, rate };
    }),
    ...(state && { state }),
  };
}

/** `8.5` → `0.085`. Accepts a decimal point or comma. */
function fromPercent(text: string): string {
  const percent = text.replace(/\s*%$/, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(percent) ? String(Math.round(Number(percent) * 1e6) / 1e8) : text;
}

function toPercent(rate: string): string {
  return String(Math.round(Number(rate) * 1e6) / 1e4);
}
