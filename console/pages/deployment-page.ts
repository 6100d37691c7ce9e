import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  selectableThemes,
  type SelectableTheme,
  type ThemeName,
  themes,
  type TokenName,
  tokenNames,
  tokenValue,
} from '../../shared/theme-tokens.ts';
import type { ConsoleDeployment, TokenCheck } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { fontFields, logoFields } from '../appearance/brand-fields.ts';
import {
  type Draft,
  isChanged,
  toPatch,
  withLaterChanges,
  withToken,
} from '../appearance/draft.ts';
import { previewCard } from '../appearance/preview-card.ts';
import {
  featureFields,
  pageFields,
  type SettingForm,
  textField,
  themeFields,
  visitFields,
} from '../appearance/setting-fields.ts';
import { colorTokens, shapeTokens, tokenFields } from '../appearance/token-fields.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { domainList } from '../elements/domain-list.ts';
import { FormAction, focusInvalid } from '../elements/form-action.ts';
import { copyField, dialogForm, modal } from '../elements/modal.ts';
import type { Screen } from '../elements/reader-preview.ts';
import { taskView } from '../elements/task-view.ts';
import { formatNumber, t } from '../i18n/translate.ts';

/** Delay in ms after the last key press before values are checked. */
const checkDelayMs = 150;

/** The form for a deployment, with a preview of the reader. */
export class DeploymentPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    deploymentId: { attribute: false },
    draft: { state: true },
    check: { state: true },
    theme: { state: true },
    screen: { state: true },
    isThemed: { state: true },
    isDeleting: { state: true },
    fileError: { state: true },
    isSaved: { state: true },
  };

  declare deploymentId: string;
  /** Null until the deployment has loaded. */
  declare draft: Draft | null;
  declare check: TokenCheck | null;
  /** The theme shown in the preview and the form. */
  declare theme: SelectableTheme;
  declare screen: Screen;
  /** Whether fonts, sizes and shapes have a value for each theme. */
  declare isThemed: boolean;
  declare isDeleting: boolean;
  declare fileError: string | null;
  declare isSaved: boolean;

  readonly #action = new FormAction(this);
  #saved: ConsoleDeployment | null = null;
  #checking: ReturnType<typeof setTimeout> | undefined;
  #checks = 0;
  readonly #deployment = new DataTask(this, {
    task: async ([path], { signal }) => {
      const loaded = await get<ConsoleDeployment>(path, signal);
      const saved = this.#saved?.deployment;
      this.#show(loaded, saved?.id === loaded.deployment.id ? saved : null);
      return loaded;
    },
    args: () => [this.#path()] as const,
  });

  constructor() {
    super();
    this.draft = null;
    this.check = null;
    this.theme = 'light';
    this.screen = 'desktop';
    this.isThemed = false;
    this.isDeleting = false;
    this.fileError = null;
    this.isSaved = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('beforeunload', this.#beforeUnload);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('beforeunload', this.#beforeUnload);
    clearTimeout(this.#checking);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('draft') && this.draft) this.#checkLater();
  }

  #path(): string {
    return this.accountPath(`/deployments/${encodeURIComponent(this.deploymentId)}`);
  }

  protected override render(): TemplateResult {
    return html`<a class="back" href=${pageUrl(this.account, 'appearance')}
        >${t('appearance.title')}</a
      >
      <header class="title">
        <h1 tabindex="-1" dir="auto">${this.draft?.name || t('appearance.deployment')}</h1>
        <button type="button" class="danger" @click=${() => (this.isDeleting = true)}>
          ${t('appearance.delete')}
        </button>
      </header>
      ${taskView(this.#deployment, (loaded) =>
        this.draft ? this.#content(this.draft, loaded) : html``,
      )}
      ${this.isDeleting ? this.#deleteDialog() : nothing}`;
  }

  #content(draft: Draft, { keys }: ConsoleDeployment): TemplateResult {
    const form: SettingForm = {
      draft,
      // The draft can change while a file is read.
      change: (part) => this.#change({ ...(this.draft ?? draft), ...part }),
      errorOf: (pointer) => this.#action.fieldError(pointer),
      fail: (message) => (this.fileError = message),
    };
    return html`<div class="design">
        <div class="parts">
          ${this.#colors(draft)} ${this.#shapes(draft)}
          ${group(
            t('appearance.brand'),
            html`${textField(form, 'name', t('field.name'), draft.name, (name) => form.change({ name }))}
            ${logoFields(form)} ${fontFields(form)}
            ${this.fileError ? html`<p class="field-error" role="alert">${this.fileError}</p>` : nothing}`,
          )}
          ${group(t('appearance.themes'), themeFields(form))}
          ${group(t('appearance.controls'), featureFields(form))}
          ${group(t('appearance.visit'), visitFields(form))}
          ${group(t('appearance.pages'), pageFields(form, keys))}
          ${group(
            t('appearance.domains'),
            domainList(this.#path(), draft.domains, (domains) => this.#setDomains([...domains])),
          )}
          ${group(
            t('appearance.embed'),
            html`${copyField(t('appearance.id'), draft.id)}
              <p class="hint">
                ${t('appearance.idHint')}
                <a href=${pageUrl(this.account, 'embed-code')}>${t('embed.title')}</a>
              </p>`,
          )}
        </div>
        ${previewCard({
          path: this.accountPath('/deployments/preview'),
          deployment: draft,
          theme: this.theme,
          tokens: this.#previewTokens(),
          screen: this.screen,
          onScreen: (screen) => (this.screen = screen),
        })}
      </div>
      ${this.#saveBar(draft)}`;
  }

  /** Selects the theme whose values the form shows. The colors of the contrast theme are fixed. */
  get #editedTheme(): ThemeName | null {
    return themes.find((one) => one === this.theme) ?? null;
  }

  #colors(draft: Draft): TemplateResult {
    const theme = this.#editedTheme;
    const set = (name: TokenName, one: ThemeName | null, text: string) =>
      this.#change(withToken(draft, name, one, text));
    return group(
      t('appearance.colors'),
      html`${this.#themeTabs()}
      ${
        theme
          ? tokenFields(colorTokens, true, { draft, theme, check: this.check, set })
          : html`<p class="hint">${t('appearance.contrastFixed')}</p>`
      }`,
      true,
    );
  }

  #shapes(draft: Draft): TemplateResult {
    const set = (name: TokenName, one: ThemeName | null, text: string) =>
      this.#change(withToken(draft, name, one, text));
    const theme = this.#editedTheme ?? 'light';
    return group(
      t('appearance.shapes'),
      html`<datalist id="font-names">
          ${draft.fonts.map(({ family }) => html`<option value="'${family}'"></option>`)}
        </datalist>
        <label class="check-line">
          <input
            type="checkbox"
            .checked=${this.isThemed}
            @change=${() => (this.isThemed = !this.isThemed)}
          />
          <span>${t('appearance.perTheme')}</span>
        </label>
        ${this.isThemed ? html`<p class="hint">${t('appearance.editing', { theme: t(`theme.${theme}`) })}</p>` : nothing}
        ${tokenFields(shapeTokens, this.isThemed, { draft, theme, check: this.check, set })}`,
    );
  }

  #themeTabs(): TemplateResult {
    return html`<div class="tabs" role="group" aria-label=${t('embed.theme')}>
      ${selectableThemes.map((one) => {
        const count = this.check?.problems.filter(({ theme }) => theme === one).length ?? 0;
        return html`<button
          type="button"
          aria-pressed=${one === this.theme}
          @click=${() => (this.theme = one)}
        >
          ${t(`theme.${one}`)}
          ${
            count > 0
              ? html`<span class="badge revoked">
                  ${formatNumber(count)}<span class="hidden"> ${t('appearance.problems')}</span>
                </span>`
              : nothing
          }
        </button>`;
      })}
    </div>`;
  }

  /**
   * Returns the values of all tokens that the deployment sets. The contrast theme keeps its colors.
   */
  #previewTokens(): Record<string, string> {
    const checked = this.check?.tokens ?? this.#saved?.deployment.theme.tokens ?? {};
    const theme = this.#editedTheme ?? 'light';
    return Object.fromEntries(
      tokenNames.map((name) => {
        const isFixed = this.#editedTheme === null && colorTokens.includes(name);
        return [name, isFixed ? '' : (tokenValue(checked[name], theme) ?? '')];
      }),
    );
  }

  #saveBar(draft: Draft): unknown {
    const saved = this.#saved?.deployment;
    const action = this.#action;
    const hasChanges = saved !== undefined && isChanged(draft, saved);

    const problems = this.check?.problems.filter(({ theme }) =>
      draft.features.themes.includes(theme),
    );
    if (!hasChanges) {
      return this.isSaved ? html`<p class="notice">${t('book.saved')}</p>` : nothing;
    }
    return html`<div class="save-bar" role="region" aria-label=${t('appearance.unsaved')}>
      <div>
        <strong>${t('appearance.unsaved')}</strong>
        ${
          problems && problems.length > 0
            ? html`<p class="field-error">
                ${t('appearance.mustRead', { count: problems.length })}
              </p>`
            : nothing
        }
        ${action.renderError()}
      </div>
      <div class="buttons">
        <button type="button" @click=${() => saved && this.#change(saved)}>
          ${t('appearance.discard')}
        </button>
        <button
          type="button"
          class="primary"
          ?disabled=${action.isBusy}
          @click=${() => void this.#saveChanges(draft)}
        >
          ${t('action.save')}
        </button>
      </div>
    </div>`;
  }

  #deleteDialog(): TemplateResult {
    const action = this.#action;
    const remove = async () => {
      await change('DELETE', this.#path());
      this.draft = this.#saved?.deployment ?? null;
      this.goTo(pageUrl(this.account, 'appearance'));
    };
    return modal(
      t('appearance.deleteTitle', { name: this.draft?.name ?? '' }),
      dialogForm({
        action,
        submit: action.submit(remove, t('done.deleted')),
        label: t('appearance.delete'),
        isDanger: true,
        content: html` <p>${t('appearance.deleteText')}</p>`,
      }),
      () => (this.isDeleting = false),
    );
  }

  /** Keeps values that were changed since the draft `before`. */
  #show(loaded: ConsoleDeployment, before: Draft | null): void {
    this.#saved = loaded;
    this.draft = withLaterChanges(loaded.deployment, before, this.draft);
    this.isThemed ||= shapeTokens.some(
      (name) => typeof loaded.deployment.theme.tokens[name] === 'object',
    );
  }

  #change(draft: Draft): void {
    this.fileError = null;
    this.isSaved = false;
    this.#action.clear();
    this.draft = draft;
  }

  /** Domains are already saved. Adding the first one can create a key. */
  #setDomains(domains: Draft['domains']): void {
    const { draft } = this;
    if (!draft || !this.#saved) return;
    const { deployment } = this.#saved;
    this.#saved = { ...this.#saved, deployment: { ...deployment, domains } };
    this.draft = { ...draft, domains };
    if (deployment.keyId === null && !isChanged(this.draft, this.#saved.deployment)) {
      void this.#deployment.run();
    }
  }

  async #saveChanges(draft: Draft): Promise<void> {
    await this.#action.run(() => this.#save(draft), t('book.saved'));
    if (this.#action.error) focusInvalid(this);
  }

  async #save(draft: Draft): Promise<void> {
    if (!this.#saved) return;
    const { revision, deployment } = this.#saved;
    const path = `${this.#path()}?revision=${revision}`;
    this.#show(await change<ConsoleDeployment>('PATCH', path, toPatch(draft, deployment)), draft);
    this.isSaved = true;
  }

  #checkLater(): void {
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => void this.#checkNow(), checkDelayMs);
  }

  async #checkNow(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    this.#checks += 1;
    const number = this.#checks;
    const body = { tokens: draft.theme.tokens, themes };
    const path = this.accountPath('/deployments/check');
    try {
      const result = await change<TokenCheck>('POST', path, body);
      // A later check may already have responded.
      if (number === this.#checks) this.check = result;
    } catch {
      // Saving reports the same problems.
    }
  }

  readonly #beforeUnload = (event: Event): void => {
    const saved = this.#saved?.deployment;
    if (saved && this.draft && isChanged(this.draft, saved)) event.preventDefault();
  };
}

/** A collapsible section of the form. */
function group(title: string, content: unknown, isOpen = false): TemplateResult {
  return html`<details class="card" ?open=${isOpen}>
    <summary><h2>${title}</h2></summary>
    <div class="stack">${content}</div>
  </details>`;
}

customElements.define('deployment-page', DeploymentPage);
