import { html, nothing, type TemplateResult } from 'lit';
import { type FormAction, textField } from '../elements/form-action.ts';
import { ApiError } from '../api/request.ts';
import { t } from '../i18n/translate.ts';

interface EmbedKeyForm {
  action: FormAction;
  /** Text of the chosen key, or empty. */
  key: string;
  /** Whether the user's role may create keys. */
  canCreate: boolean;
  onKey: (key: string) => void;
  /** Creates a key for an origin. */
  create: (origin: string) => Promise<void>;
}

/** Fields for the publishable key, and the form that creates one for the origin of a page. */
export function embedKeyForm(form: EmbedKeyForm): TemplateResult {
  const { action, key, canCreate, onKey, create } = form;
  const paste = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) onKey(target.value);
  };
  const submit = (event: SubmitEvent) => {
    const site = event.target instanceof Element && event.target.querySelector('input');
    const work = async () => {
      if (!site) return;
      const origin = originOf(site.value);
      await create(origin);
      // Shows on which origin the key works.
      site.value = origin;
    };
    action.submit(work, t('done.created'))(event);
  };
  return html`<div class="field">
      <label for="embed-key">${t('embed.key')}</label>
      <input
        id="embed-key"
        dir="ltr"
        autocomplete="off"
        spellcheck="false"
        .value=${key}
        aria-describedby="embed-key-hint"
        @change=${paste}
      />
      <p class="hint" id="embed-key-hint">${canCreate ? t('embed.keyHint') : t('embed.keyRole')}</p>
    </div>
    ${
      canCreate
        ? html`<form class="inset" @submit=${submit}>
            ${textField(action, {
              name: 'allowedOrigins',
              label: t('embed.origin'),
              hint: t('embed.originHint'),
            })}
            ${action.renderError()}
            <button type="submit" class="start" ?disabled=${action.isBusy}>
              ${t('embed.createKey')}
            </button>
          </form>`
        : nothing
    }`;
}

/**
 * Returns the origin of a page's URL. Without a scheme, it is `https`, except on this computer.
 *
 * @throws ApiError for the form's field.
 */
function originOf(text: string): string {
  const trimmed = text.trim();
  const scheme = /^(?:localhost|127\.0\.0\.1)(?=[:/]|$)/i.test(trimmed) ? 'http' : 'https';
  const url = /^https?:\/\//i.test(trimmed) ? trimmed : `${scheme}://${trimmed}`;
  if (URL.canParse(url)) return new URL(url).origin;
  const error = { detail: t('embed.originInvalid'), reason: null, values: {} };
  const fields = new Map([['/allowedOrigins', error]]);
  throw new ApiError('invalid_request', 400, error.detail, { fields });
}

/** Publishable keys are part of web pages, so they are not secret. This tab stores the last one. */
export function rememberedKey(accountId: string): string {
  return sessionStorage.getItem(`svc-console-key ${accountId}`) ?? '';
}

export function rememberKey(accountId: string, key: string): void {
  sessionStorage.setItem(`svc-console-key ${accountId}`, key);
}
