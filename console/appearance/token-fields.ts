import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  resolveToken,
  type ThemeName,
  type TokenName,
  tokenNames,
  tokenRules,
  type TokenRule,
  tokenValue,
  tokens,
} from '../../shared/theme-tokens.ts';
import type { TokenCheck } from '../api/contract.ts';
import { formatNumber, type MessageKey, t } from '../i18n/translate.ts';
import { type Draft, tokenText } from './draft.ts';

export interface TokenForm {
  draft: Draft;
  /** The theme whose values the form shows. */
  theme: ThemeName;
  /** The latest check, or null before the first. */
  check: TokenCheck | null;
  /** Sets a value. If the theme is null, the value applies to all themes. */
  set: (name: TokenName, theme: ThemeName | null, text: string) => void;
}

const isColor = ({ kind }: TokenRule) =>
  kind === 'color' || kind === 'ink' || kind === 'background';

/** Tokens with a value per theme, in the order of the form. */
export const colorTokens = tokenNames.filter(
  (name) => isColor(tokenRules[name]) || name.startsWith('--svc-l-'),
);
/** Fonts, sizes and shapes. */
export const shapeTokens = tokenNames.filter((name) => !colorTokens.includes(name));

/** The name of a token in the form. */
function tokenLabel(name: TokenName): string {
  return t(tokenKeys[name]);
}

/** One row for each token. */
export function tokenFields(
  names: readonly TokenName[],
  isThemed: boolean,
  form: TokenForm,
): TemplateResult[] {
  return names.map((name) => tokenField(name, isThemed, form));
}

function tokenField(name: TokenName, isThemed: boolean, form: TokenForm): TemplateResult {
  const { draft, theme, check, set } = form;
  const rule: TokenRule = tokenRules[name];
  const text = tokenText(draft, name, theme);
  const change = (value: string) => set(name, isThemed ? theme : null, value);
  const onInput = (event: Event) => change(valueOf(event));
  const id = name.slice('--svc-'.length);
  const problem = check?.problems.find((one) => one.token === name && one.theme === theme);
  const error = check?.errors.find(
    (one) => one.token === name && (one.theme === theme || one.theme === null),
  );
  const hasNote = problem ?? error;
  const control =
    rule.kind === 'keyword'
      ? html`<select id=${id} @change=${onInput}>
          <option value="">${t('appearance.default')}</option>
          ${rule.values.map(
            (value) =>
              html`<option value=${value} ?selected=${value === text}>
                ${t(keywordKeys[value] ?? 'appearance.default')}
              </option>`,
          )}
        </select>`
      : html`<input
          id=${id}
          dir="ltr"
          autocomplete="off"
          spellcheck="false"
          list=${rule.kind === 'font-family' ? 'font-names' : nothing}
          .value=${live(text)}
          placeholder=${placeholderOf(name, theme)}
          aria-invalid=${hasNote ? 'true' : nothing}
          aria-describedby=${hasNote ? `${id}-note` : nothing}
          @input=${onInput}
        />`;
  return html`<div class="field">
    <div class="label">
      <label for=${id}>${tokenLabel(name)}</label>
      ${
        text
          ? html`<button type="button" class="link" @click=${() => change('')}>
              ${t('appearance.reset')}<span class="hidden"> ${tokenLabel(name)}</span>
            </button>`
          : nothing
      }
    </div>
    <div class=${isColor(rule) ? 'color' : ''}>
      ${
        isColor(rule)
          ? html`<input
              type="color"
              aria-label=${t('appearance.pick', { name: tokenLabel(name) })}
              .value=${live(shownColor(form, name))}
              @input=${onInput}
            />`
          : nothing
      }
      ${control}
    </div>
    ${
      problem
        ? html`<div class="note field-error" id="${id}-note" role="status">
            <span>
              ${t('appearance.contrast', {
                ratio: formatNumber(problem.ratio),
                name: tokenLabel(problem.against),
              })}
            </span>
            ${
              problem.nearest
                ? html`<button
                    type="button"
                    @click=${() => set(name, theme, problem.nearest ?? '')}
                  >
                    ${swatch(problem.nearest)} ${t('appearance.use', { color: problem.nearest })}
                  </button>`
                : nothing
            }
          </div>`
        : error
          ? html`<p class="field-error" id="${id}-note">${error.detail}</p>`
          : nothing
    }
  </div>`;
}

/**
 * A color swatch without the color's name. Uses SVG because the page's policy forbids style
 * attributes.
 */
export function swatch(color: string): TemplateResult {
  return html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="3" fill=${color}></rect>
  </svg>`;
}

function shownColor({ check, draft, theme }: TokenForm, name: TokenName): string {
  const checked = tokenValue(check?.tokens[name], theme);
  const value = checked ?? resolveToken({}, name, theme);
  if (value !== 'initial') return value;
  const background = tokenValue(draft.theme.tokens['--svc-background'], theme) ?? '';
  return /^#[0-9a-f]{6}$/.test(background)
    ? background
    : resolveToken({}, '--svc-background', theme);
}

function placeholderOf(name: TokenName, theme: ThemeName): string {
  const value = tokenValue(tokens[name], theme);
  return value === 'initial' ? t('appearance.default') : value;
}

function valueOf({ target }: Event): string {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    ? target.value
    : '';
}

const keywordKeys: Readonly<Record<string, MessageKey>> = {
  normal: 'keyword.normal',
  italic: 'keyword.italic',
  none: 'keyword.none',
  uppercase: 'keyword.uppercase',
  lowercase: 'keyword.lowercase',
  capitalize: 'keyword.capitalize',
};

const tokenKeys: Readonly<Record<TokenName, MessageKey>> = {
  '--svc-background': 'token.background',
  '--svc-color': 'token.color',
  '--svc-muted': 'token.muted',
  '--svc-line': 'token.line',
  '--svc-accent': 'token.accent',
  '--svc-surface': 'token.surface',
  '--svc-selection': 'token.selection',
  '--svc-l-base': 'token.lBase',
  '--svc-l-scale': 'token.lScale',
  '--svc-font-family': 'token.fontFamily',
  '--svc-ui-font-family': 'token.uiFontFamily',
  '--svc-font-size': 'token.fontSize',
  '--svc-line-height': 'token.lineHeight',
  '--svc-measure': 'token.measure',
  '--svc-radius': 'token.radius',
  '--svc-mark-yellow': 'token.markYellow',
  '--svc-mark-green': 'token.markGreen',
  '--svc-mark-blue': 'token.markBlue',
  '--svc-mark-pink': 'token.markPink',
  '--svc-mark-purple': 'token.markPurple',
  '--svc-toolbar-background': 'token.toolbarBackground',
  '--svc-progress-background': 'token.progressBackground',
  '--svc-panel-radius': 'token.panelRadius',
  '--svc-button-radius': 'token.buttonRadius',
  '--svc-heading-font-family': 'token.headingFontFamily',
  '--svc-title-font-style': 'token.titleFontStyle',
  '--svc-title-font-weight': 'token.titleFontWeight',
  '--svc-title-text-transform': 'token.titleTextTransform',
};
