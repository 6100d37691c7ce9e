import { html, nothing, type TemplateResult } from 'lit';
import { defaultMaxSaleAmount, type OperatedAccount, tierLimits, tiers } from '../api/contract.ts';
import { type FormAction, textField } from '../elements/form-action.ts';
import { dialogForm } from '../elements/modal.ts';
import { formatNumber, t } from '../i18n/translate.ts';

/** Form for the tiers that an account's members can choose, and the account's largest sale. */
export function accountLimitsForm(
  action: FormAction,
  account: OperatedAccount,
  save: (body: object) => Promise<void>,
): TemplateResult {
  const submit = action.submit((values) => {
    const amount = String(values.get('maxSaleAmount') ?? '').trim();
    return save({ tiers: values.getAll('tier'), maxSaleAmount: amount ? Number(amount) : null });
  }, t('book.saved'));
  const error = action.fieldError('tiers');
  return dialogForm({
    action,
    submit: submit,
    label: t('action.save'),
    content: html` <fieldset class="checks" aria-describedby=${error ? 'tiers-error' : nothing}>
        <legend>${t('accounts.tiers')}</legend>
        ${tiers.map((tier) => {
          const { daily, monthly } = tierLimits[tier];
          const limits = { daily: formatNumber(daily), monthly: formatNumber(monthly) };
          return html`<label class="check-line">
            <input
              type="checkbox"
              name="tier"
              value=${tier}
              ?checked=${account.tiers.includes(tier)}
            />
            <span>${t(`tier.${tier}`)}<small>${t('accounts.tierLimits', limits)}</small></span>
          </label>`;
        })}
        <p class="hint">${t('accounts.tiersHint')}</p>
        ${error ? html`<p class="field-error" id="tiers-error">${error}</p>` : nothing}
      </fieldset>
      ${textField(action, {
        name: 'maxSaleAmount',
        label: t('accounts.maxSale'),
        hint: t('accounts.maxSaleHint', { amount: formatNumber(defaultMaxSaleAmount) }),
        value: account.maxSaleAmount === null ? '' : String(account.maxSaleAmount),
        isOptional: true,
      })}`,
  });
}
