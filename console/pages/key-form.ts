import { html, type TemplateResult } from 'lit';
import {
  type ConsoleKey,
  type NewConsoleKey,
  type Permission,
  type Tier,
  publishablePermissions,
  resources,
  tiers,
} from '../api/contract.ts';
import { type FormAction, linesField, linesOf, textField } from '../elements/form-action.ts';
import { dialogForm } from '../elements/modal.ts';
import { t } from '../i18n/translate.ts';

type Kind = ConsoleKey['kind'];

interface KeyForm {
  action: FormAction;
  /** The selected kind. */
  kind: Kind;
  /** Tiers that the account can have. */
  tiers: readonly Tier[];
  onKind: (kind: Kind) => void;
  submit: (event: SubmitEvent) => void;
}

/** The form for a new key. */
export function keyForm({ action, kind, tiers, onKind, submit }: KeyForm): TemplateResult {
  const kindOption = (value: Kind, name: string, text: string) =>
    html`<label class="option">
      <input
        type="radio"
        name="kind"
        value=${value}
        ?checked=${kind === value}
        @change=${() => onKind(value)}
      />
      <span>${name}<small>${text}</small></span>
    </label>`;
  return dialogForm({
    action,
    submit: submit,
    label: t('keys.create'),
    content: html` ${textField(action, {
        name: 'label',
        label: t('field.keyName'),
        hint: t('field.keyNameHint'),
        isOptional: true,
      })}
      <fieldset>
        <legend>${t('keys.kind')}</legend>
        ${kindOption('secret', t('keys.secret'), t('keys.secretText'))}
        ${kindOption('publishable', t('keys.publishable'), t('keys.publishableText'))}
      </fieldset>
      ${
        kind === 'publishable'
          ? linesField(action, {
              name: 'allowedOrigins',
              label: t('keys.origins'),
              hint: t('keys.originsHint'),
              example: 'https://example.com',
              isRequired: true,
              isCode: true,
            })
          : permissionFields()
      }
      <div class="columns">
        <div class="field">
          <label for="tier">${t('keys.tier')}</label>
          <select id="tier" name="tier">
            ${tiers.map((tier) => html`<option value=${tier}>${t(`tier.${tier}`)}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="environment">${t('keys.environment')}</label>
          <select id="environment" name="environment">
            <option value="live">${t('keys.live')}</option>
            <option value="test">${t('keys.test')}</option>
          </select>
        </div>
        ${textField(action, {
          name: 'expiresAt',
          label: t('keys.expires'),
          type: 'date',
          isOptional: true,
        })}
      </div>`,
  });
}

function permissionFields(): TemplateResult {
  return html`<details>
    <summary>${t('keys.permissions')}</summary>
    <p class="hint">${t('keys.permissionsHint')}</p>
    <div class="columns">
      ${resources.map(
        (resource) =>
          html`<div class="field">
            <label for="permission-${resource}"><code dir="ltr">${resource}</code></label>
            <select id="permission-${resource}" name="permission">
              <option value="write:${resource}">${t('keys.readWrite')}</option>
              <option value="read:${resource}">${t('keys.readOnly')}</option>
              <option value="" ?selected=${!isGivenByDefault(resource)}>
                ${t('keys.noAccess')}
              </option>
            </select>
          </div>`,
      )}
    </div>
  </details>`;
}

/** A stolen key that can create keys would remain useful after its revocation. */
const isGivenByDefault = (resource: (typeof resources)[number]) => resource !== 'keys';

/** Returns the request body. */
export function readKeyForm(values: FormData): NewConsoleKey {
  const isSecret = values.get('kind') === 'secret';
  const permissions = resources.flatMap((resource): Permission[] => {
    const chosen = values.getAll('permission');
    if (chosen.includes(`write:${resource}`)) return [`read:${resource}`, `write:${resource}`];
    return chosen.includes(`read:${resource}`) ? [`read:${resource}`] : [];
  });
  const origins = linesOf(values, 'allowedOrigins').flatMap((line) => line.split(/[\s,]+/));
  const expires = String(values.get('expiresAt') ?? '');
  return {
    label: String(values.get('label') ?? ''),
    kind: isSecret ? 'secret' : 'publishable',
    tier: tiers.find((tier) => tier === values.get('tier')) ?? 'basic',
    environment: values.get('environment') === 'test' ? 'test' : 'live',
    permissions: isSecret ? permissions : [...publishablePermissions],
    allowedOrigins: isSecret ? [] : origins.filter(Boolean),
    expiresAt: expires ? `${expires}T23:59:59Z` : null,
  };
}
