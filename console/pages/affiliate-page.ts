import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { AffiliateBalance, ConsoleAffiliate, NewLink } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { AffiliateEarnings } from '../elements/affiliate-earnings.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { closeDialog, copyDialog, dialogForm, modal } from '../elements/modal.ts';
import { taskView } from '../elements/task-view.ts';
import { formatShare, formatMoney } from '../i18n/format-figures.ts';
import { formatTime, t } from '../i18n/translate.ts';
import { affiliateForm, readAffiliateForm } from './affiliate-form.ts';

type OpenDialog =
  | { kind: 'edit' }
  | { kind: 'invite' }
  | { kind: 'pay'; balance: AffiliateBalance }
  | ({ kind: 'link'; email: string } & NewLink);

/** An affiliate with its terms, partner access, earnings and payouts. */
export class AffiliatePage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    affiliateId: {},
    dialog: { state: true },
  };

  /** Uses the class, because Vite otherwise drops the import of the element. */
  static readonly earnings = AffiliateEarnings;

  declare affiliateId: string;
  declare dialog: OpenDialog | null;

  readonly #action = new FormAction(this);
  readonly #affiliate = new DataTask(this, {
    task: ([path], { signal }) => get<ConsoleAffiliate>(path, signal),
    args: () => [this.#path] as const,
  });

  constructor() {
    super();
    this.dialog = null;
  }

  get #path(): string {
    return this.accountPath(`/affiliates/${encodeURIComponent(this.affiliateId)}`);
  }

  protected override render(): TemplateResult {
    return html`<div class="parts">
      ${taskView(this.#affiliate, (found) => this.#content(found), t('dimension.affiliate'))}
      <affiliate-earnings .path=${this.#path}></affiliate-earnings>
    </div>`;
  }

  #content(found: ConsoleAffiliate): TemplateResult {
    const { name, code, state, rate, windowDays, approvalDays } = found.affiliate;
    const terms = [
      [t('affiliate.code'), code],
      [t('affiliate.rate'), formatShare(Number(rate))],
      [t('affiliate.windowDays'), t('affiliate.days', { count: windowDays })],
      [t('affiliate.approvalDays'), t('affiliate.days', { count: approvalDays })],
    ] as const;
    return html`<p><a href=${pageUrl(this.account, 'affiliates')}>${t('affiliates.back')}</a></p>
      <header class="title">
        <h1 tabindex="-1" dir="auto">${name}</h1>
        ${this.hasRole('owner') ? this.#buttons() : nothing}
      </header>
      ${this.dialog ? nothing : this.#action.renderError()}
      ${
        state === 'paused'
          ? html`<p class="notice warning">${t('affiliateState.paused.text')}</p>`
          : nothing
      }
      <section class="card" aria-label=${t('affiliate.terms')}>
        <dl class="terms">
          ${terms.map(
            ([term, value]) =>
              html`<div>
                <dt>${term}</dt>
                <dd dir="auto">${value}</dd>
              </div>`,
          )}
          <div>
            <dt>${t('affiliate.people')}</dt>
            <dd>
              ${
                found.people.length + found.invitations.length === 0
                  ? t('affiliate.noPeople')
                  : nothing
              }
              ${found.people.map(
                ({ name: person, email }) =>
                  html`<span><bdi>${person}</bdi> <small dir="ltr">${email}</small></span>`,
              )}
              ${found.invitations.map(
                ({ email, expiresAt }) =>
                  html`<span
                    ><bdi>${email}</bdi>
                    <small>${t('operators.invited', { time: formatTime(expiresAt) })}</small></span
                  >`,
              )}
            </dd>
          </div>
        </dl>
      </section>
      ${this.#renderDialog(found)}`;
  }

  #buttons(): TemplateResult {
    const open = (dialog: OpenDialog) => () => {
      this.#action.clear();
      this.dialog = dialog;
    };
    const pay = () =>
      void this.#action.run(async () => {
        const balance = await get<AffiliateBalance>(`${this.#path}/balance`);
        this.dialog = { kind: 'pay', balance };
      }, null);
    return html`<div class="buttons">
      <button type="button" @click=${open({ kind: 'edit' })}>${t('affiliate.edit')}</button>
      <button type="button" @click=${pay}>${t('payouts.record')}</button>
      <button type="button" class="primary" @click=${open({ kind: 'invite' })}>
        ${t('affiliate.invite')}
      </button>
    </div>`;
  }

  #renderDialog({ affiliate, revision }: ConsoleAffiliate): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const close = () => (this.dialog = null);
    const action = this.#action;
    if (dialog.kind === 'edit') {
      const save = async (values: FormData) => {
        await change('PATCH', `${this.#path}?revision=${revision}`, readAffiliateForm(values));
        await this.#finish();
      };
      return modal(
        t('affiliate.edit'),
        affiliateForm(action, affiliate, action.submit(save, t('book.saved'))),
        close,
      );
    }
    if (dialog.kind === 'pay') {
      return modal(t('payouts.record'), this.#payForm(dialog.balance), close);
    }
    if (dialog.kind === 'invite') return modal(t('affiliate.invite'), this.#inviteForm(), close);
    const text = t('team.linkText', { email: dialog.email, time: formatTime(dialog.expiresAt) });
    return copyDialog({
      title: t('team.linkTitle'),
      text,
      label: t('team.link'),
      value: dialog.url,
      note: dialog.isSent ? html`<p class="notice">${t('team.sent')}</p>` : nothing,
      done: t('action.done'),
      onClose: close,
    });
  }

  #inviteForm(): TemplateResult {
    const action = this.#action;
    const invite = async (values: FormData) => {
      const email = String(values.get('email'));
      const link = await change<NewLink>('POST', `${this.#path}/invitations`, { email });
      this.dialog = null;
      await this.updateComplete;
      this.dialog = { kind: 'link', email, ...link };
      await this.#affiliate.run();
    };
    return dialogForm({
      action,
      submit: action.submit(invite, null),
      label: t('team.createLink'),
      content: html` <p>${t('affiliate.inviteText')}</p>
        ${textField(action, { name: 'email', label: t('field.email'), type: 'email' })}`,
    });
  }

  #payForm({ due }: AffiliateBalance): TemplateResult {
    const action = this.#action;
    const payable = due.filter(({ amount }) => Number(amount) > 0);
    if (payable.length === 0) {
      return html`<p>${t('payouts.nothing')}</p>
        <footer>
          <button type="button" class="primary" @click=${closeDialog}>${t('action.done')}</button>
        </footer>`;
    }
    const pay = async (values: FormData) => {
      await change('POST', `${this.#path}/payouts`, { currency: values.get('currency') });
      await this.#finish();
    };
    return dialogForm({
      action,
      submit: action.submit(pay, t('book.saved')),
      label: t('payouts.record'),
      content: html` <p>${t('payouts.recordText')}</p>
        <fieldset>
          <legend>${t('payouts.amount')}</legend>
          ${payable.map(
            (one, index) =>
              html`<label class="option">
                <input
                  type="radio"
                  name="currency"
                  value=${one.currency}
                  ?checked=${index === 0}
                  required
                />
                <span>${formatMoney([one])}</span>
              </label>`,
          )}
        </fieldset>`,
    });
  }

  async #finish(): Promise<void> {
    this.dialog = null;
    await this.#affiliate.run();
    await this.querySelector<AffiliateEarnings>('affiliate-earnings')?.reload();
  }
}

customElements.define('affiliate-page', AffiliatePage);
