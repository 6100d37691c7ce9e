import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { type Invitation, type Member, type NewLink, invitedRoles } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { dataTable } from '../elements/data-table.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { DeleteAccount } from '../elements/delete-account.ts';
import { FormAction, textField } from '../elements/form-action.ts';
import { copyDialog, dialogForm, modal } from '../elements/modal.ts';
import { emptyView, taskView } from '../elements/task-view.ts';
import { roleName, roleText, formatTime, t } from '../i18n/translate.ts';

type OpenDialog =
  | { kind: 'invite' }
  | ({ kind: 'link'; label: string; email: string } & NewLink)
  | { kind: 'member'; member: Member };

/** Members of the account and pending invitations. Only owners can change them. */
export class TeamPage extends ConsolePage {
  /** Uses the class, because Vite otherwise drops the import of the element. */
  static readonly deletion = DeleteAccount;
  static override properties = { ...ConsolePage.properties, dialog: { state: true } };

  declare dialog: OpenDialog | null;

  readonly #action = new FormAction(this);
  readonly #members = new DataTask(this, {
    task: ([path], { signal }) => get<Member[]>(path, signal),
    args: () => [this.accountPath('/members')] as const,
  });
  readonly #invitations = new DataTask(this, {
    task: ([path], { signal }) =>
      this.hasRole('owner') ? get<Invitation[]>(path, signal) : Promise.resolve([]),
    args: () => [this.accountPath('/invitations')] as const,
  });

  constructor() {
    super();
    this.dialog = null;
  }

  protected override render(): TemplateResult {
    const invite = html`<button
      type="button"
      class="primary"
      @click=${() => this.#open({ kind: 'invite' })}
    >
      ${t('team.invite')}
    </button>`;
    return html`<header class="title">
        <h1 tabindex="-1">${t('team.title')}</h1>
        ${
          this.hasRole('owner')
            ? html`<div class="buttons">
                <a class="button" href=${pageUrl(this.account, 'sign-in')}>${t('rules.title')}</a>
                ${invite}
              </div>`
            : nothing
        }
      </header>
      ${taskView(this.#members, (members) =>
        members.length === 0
          ? emptyView(t('team.emptyTitle'), t('team.emptyText'))
          : this.#memberTable(members),
      )}
      ${this.dialog ? nothing : this.#action.renderError()}
      ${taskView(this.#invitations, (invitations) => this.#invitationTable(invitations))}
      ${
        this.hasRole('owner')
          ? html`<delete-account .account=${this.account}></delete-account>`
          : nothing
      }
      ${this.#renderDialog()}`;
  }

  #memberTable(members: Member[]): TemplateResult {
    const change = (member: Member) =>
      html`<button type="button" @click=${() => this.#open({ kind: 'member', member })}>
        ${t('team.change')}<span class="hidden"> ${member.name}</span>
      </button>`;
    return dataTable(
      t('team.members'),
      html`<table>
        <thead>
          <tr>
            <th scope="col">${t('field.name')}</th>
            <th scope="col">${t('team.role')}</th>
            <th scope="col">${t('team.lastSeen')}</th>
            <th scope="col">${t('team.sessions')}</th>
            <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            members,
            (member) => member.userId,
            (member) =>
              html`<tr>
                <th scope="row">
                  <span class="name" dir="auto">${member.name}</span
                  ><small dir="ltr">${member.email}</small>
                </th>
                <td>${roleName(member.role)}</td>
                <td>${member.lastSeenAt ? formatTime(member.lastSeenAt) : '–'}</td>
                <td>${member.sessions}</td>
                <td class="actions">${this.hasRole('owner') ? change(member) : nothing}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  #invitationTable(invitations: Invitation[]): TemplateResult {
    if (invitations.length === 0) return html``;
    return html`<h2>${t('team.invitations')}</h2>
      ${dataTable(
        t('team.invitations'),
        html`<table>
          <thead>
            <tr>
              <th scope="col">${t('field.email')}</th>
              <th scope="col">${t('team.role')}</th>
              <th scope="col">${t('team.validUntil')}</th>
              <th scope="col"><span class="hidden">${t('table.actions')}</span></th>
            </tr>
          </thead>
          <tbody>
            ${repeat(
              invitations,
              ({ id }) => id,
              ({ id, email, role, expiresAt }) =>
                html`<tr>
                  <th scope="row" dir="ltr">${email}</th>
                  <td>${roleName(role)}</td>
                  <td>${formatTime(expiresAt)}</td>
                  <td class="actions">
                    <button type="button" @click=${() => void this.#withdraw(id)}>
                      ${t('team.withdraw')}<span class="hidden"> ${email}</span>
                    </button>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>`,
      )}`;
  }

  #renderDialog(): unknown {
    const { dialog } = this;
    if (!dialog) return nothing;
    const close = () => (this.dialog = null);
    if (dialog.kind === 'link') {
      const expiry = t('team.linkText', {
        email: dialog.email,
        time: formatTime(dialog.expiresAt),
      });
      return copyDialog({
        title: t('team.linkTitle'),
        text: expiry,
        label: dialog.label,
        value: dialog.url,
        note: dialog.isSent ? html`<p class="notice">${t('team.sent')}</p>` : nothing,
        done: t('action.done'),
        onClose: close,
      });
    }
    if (dialog.kind === 'invite') return modal(t('team.invite'), this.#inviteForm(), close);
    return modal(dialog.member.name, this.#memberForm(dialog.member), close);
  }

  #inviteForm(): TemplateResult {
    const action = this.#action;
    return dialogForm({
      action,
      submit: action.submit(this.#invite, null),
      label: t('team.createLink'),
      content: html` ${textField(action, { name: 'email', label: t('field.email'), type: 'email' })}
      ${roleOptions(this.#members.value?.length === 0 ? 'owner' : 'developer')}`,
    });
  }

  #memberForm(member: Member): TemplateResult {
    const action = this.#action;
    const path = this.accountPath(`/members/${member.userId}`);
    const remove = () => action.run(() => this.#finish(change('DELETE', path)), t('done.removed'));
    const end = () =>
      action.run(() => this.#finish(change('DELETE', `${path}/sessions`)), t('done.finished'));
    const reset = () =>
      action.run(() => this.#finish(change('DELETE', `${path}/factors`)), t('done.finished'));
    const recover = () =>
      action.run(
        () =>
          this.#showLink(t('team.recoveryLink'), member.email, change('POST', `${path}/recovery`)),
        null,
      );
    const save = (values: FormData) =>
      this.#finish(change('PATCH', path, { role: values.get('role') }));
    const button = (label: string, work: () => void, isDanger = false) =>
      html`<button
        type="button"
        class=${isDanger ? 'danger' : nothing}
        ?disabled=${action.isBusy}
        @click=${work}
      >
        ${label}
      </button>`;
    return dialogForm({
      action,
      submit: action.submit(save, t('book.saved')),
      label: t('action.save'),
      content: html`${roleOptions(member.role)}
        <fieldset>
          <legend>${t('team.access')}</legend>
          <div class="buttons">
            ${button(t('team.endSessions'), end)} ${button(t('team.recover'), recover)}
            ${button(t('team.resetFactors'), reset)} ${button(t('team.remove'), remove, true)}
          </div>
        </fieldset>`,
    });
  }

  #open(dialog: OpenDialog): void {
    this.#action.clear();
    this.dialog = dialog;
  }

  readonly #invite = async (values: FormData): Promise<void> => {
    const [email, role] = [String(values.get('email')), values.get('role')];
    const path = this.accountPath('/invitations');
    await this.#showLink(t('team.link'), email, change('POST', path, { email, role }));
    await this.#invitations.run();
  };

  async #showLink(label: string, email: string, sent: Promise<NewLink>): Promise<void> {
    const link = await sent;
    this.dialog = null;
    await this.updateComplete;
    this.dialog = { kind: 'link', label, email, ...link };
  }

  async #withdraw(id: string): Promise<void> {
    const path = this.accountPath(`/invitations/${id}`);
    await this.#action.run(() => change('DELETE', path), t('done.removed'));
    await this.#invitations.run();
  }

  async #finish(work: Promise<unknown>): Promise<void> {
    await work;
    this.dialog = null;
    await this.#members.run();
  }
}

function roleOptions(selected: string): TemplateResult {
  return html`<fieldset>
    <legend>${t('team.role')}</legend>
    ${invitedRoles.map(
      (role) =>
        html`<label class="option">
          <input type="radio" name="role" value=${role} ?checked=${role === selected} required />
          <span>${roleName(role)}<small>${roleText(role)}</small></span>
        </label>`,
    )}
  </fieldset>`;
}

customElements.define('team-page', TeamPage);
