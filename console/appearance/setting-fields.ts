import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { selectableThemes } from '../../shared/theme-tokens.ts';
import type { PublishableKey } from '../api/contract.ts';
import { keyName } from '../elements/key-name.ts';
import { languages, type MessageKey, t } from '../i18n/translate.ts';
import type { Draft } from './draft.ts';

/** A part of the form for a deployment. */
export interface SettingForm {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /**
   * Returns the server's message for a value, by its JSON Pointer without the first slash, or null.
   */
  errorOf: (pointer: string) => string | null;
  /** Shows why a file was rejected. */
  fail: (message: string) => void;
}

const features = [
  'contents',
  'search',
  'marks',
  'settings',
  'title',
  'progress',
  'menu',
  'fullscreen',
  'buy',
] as const;
const featureKeys: Readonly<Record<(typeof features)[number], MessageKey>> = {
  contents: 'feature.contents',
  search: 'feature.search',
  marks: 'feature.marks',
  settings: 'feature.settings',
  title: 'feature.title',
  progress: 'feature.progress',
  menu: 'feature.menu',
  fullscreen: 'feature.fullscreen',
  buy: 'feature.buy',
};

/** Fields for the themes that readers can choose, and for the theme with which the book opens. */
export function themeFields({ draft, change, errorOf }: SettingForm): TemplateResult {
  const { theme, features: given } = draft;
  const toggle = (name: (typeof selectableThemes)[number]) => () => {
    const themes = selectableThemes.filter((one) =>
      one === name ? !given.themes.includes(one) : given.themes.includes(one),
    );
    change({ features: { ...given, themes } });
  };
  const initial = [...selectableThemes, 'system'] as const;
  const themeError = errorOf('theme/name');
  const themesError = errorOf('features/themes');
  const choose = (event: Event) =>
    change({ theme: { ...theme, name: initial.find((one) => one === valueOf(event)) ?? null } });
  return html`<div class="field">
      <label for="first-theme">${t('appearance.firstTheme')}</label>
      <select
        id="first-theme"
        aria-invalid=${themeError ? 'true' : nothing}
        aria-describedby=${themeError ? 'first-theme-error' : nothing}
        @change=${choose}
      >
        <option value="">${t('embed.themeDefault')}</option>
        ${initial.map(
          (one) =>
            html`<option value=${one} ?selected=${one === theme.name}>
              ${t(`theme.${one}`)}
            </option>`,
        )}
      </select>
      ${errorLine('first-theme', themeError)}
    </div>
    <fieldset class="checks" aria-describedby=${themesError ? 'themes-error' : nothing}>
      <legend>${t('appearance.themes')}</legend>
      ${selectableThemes.map((one) =>
        check(t(`theme.${one}`), given.themes.includes(one), toggle(one)),
      )}
      ${errorLine('themes', themesError)}
    </fieldset>
    ${check(t('appearance.readerSettings'), given.readerSettings, () =>
      change({ features: { ...given, readerSettings: !given.readerSettings } }),
    )}`;
}

/** Fields for the visible controls. */
export function featureFields({ draft, change }: SettingForm): TemplateResult {
  const given = draft.features;
  return html`<div class="checks two">
    ${features.map((name) =>
      check(t(featureKeys[name]), given[name], () =>
        change({ features: { ...given, [name]: !given[name] } }),
      ),
    )}
  </div>`;
}

/** Fields for language, currency, links, affiliate and consent. */
export function visitFields(form: SettingForm): TemplateResult {
  const { draft, change } = form;
  const { links } = draft;
  const localeError = form.errorOf('locale');
  const link = (name: keyof typeof links) =>
    textField(form, `links/${name}`, t(`appearance.link.${name}`), links[name], (text) =>
      change({ links: { ...links, [name]: text } }),
    );
  return html`<div class="field">
      <label for="locale">${t('appearance.locale')}</label>
      <input
        id="locale"
        dir="ltr"
        list="locales"
        autocomplete="off"
        placeholder=${t('appearance.localeDefault')}
        aria-invalid=${localeError ? 'true' : nothing}
        aria-describedby=${localeError ? 'locale-error' : nothing}
        .value=${draft.locale ?? ''}
        @change=${(event: Event) => change({ locale: valueOf(event).trim() || null })}
      />
      <datalist id="locales">
        ${Object.entries(languages).map(([tag, { name }]) => html`<option value=${tag}>${name}</option>`)}
      </datalist>
      ${errorLine('locale', localeError)}
    </div>
    ${textField(form, 'currency', t('appearance.currency'), draft.currency, (text) =>
      change({ currency: text.toUpperCase() }),
    )}
    ${link('buy')}
    <p class="hint">${t('appearance.link.buyHint', { placeholder: '{isbn}' })}</p>
    ${link('home')} ${link('privacy')} ${link('terms')}
    ${textField(form, 'affiliate', t('embed.affiliate'), draft.affiliate, (affiliate) =>
      change({ affiliate }),
    )}
    ${textField(form, 'campaign', t('appearance.campaign'), draft.campaign, (campaign) =>
      change({ campaign }),
    )}
    ${check(t('appearance.consent'), draft.consent === 'required', () =>
      change({ consent: draft.consent === 'required' ? 'none' : 'required' }),
    )}
    <p class="hint">${t('appearance.consentHint')}</p>`;
}

/**
 * Fields for the books that the domains show, the key that their pages use, and the origins that
 * can frame them.
 */
export function pageFields(form: SettingForm, keys: readonly PublishableKey[]): TemplateResult {
  const { draft, change, errorOf } = form;
  const { books } = draft;
  const booksError = errorOf('books/ids') ?? errorOf('books/ids/0') ?? errorOf('books/subjects');
  const keyError = errorOf('keyId');
  const framesError = errorOf('frameAncestors/0') ?? errorOf('frameAncestors/1');
  const listed =
    books.show === 'listed' ? books.ids : books.show === 'subjects' ? books.subjects : [];
  const choose = (event: Event) => {
    const show = valueOf(event);
    if (show === 'listed') change({ books: { show, ids: [] } });
    else if (show === 'subjects') change({ books: { show, subjects: [] } });
    else change({ books: { show: 'all' } });
  };
  const list = (event: Event) => {
    const lines = linesOf(event);
    if (books.show === 'listed') change({ books: { show: 'listed', ids: lines } });
    else change({ books: { show: 'subjects', subjects: lines } });
  };
  return html`<div class="field">
      <label for="books">${t('appearance.books')}</label>
      <select id="books" @change=${choose}>
        ${(['all', 'listed', 'subjects'] as const).map(
          (one) =>
            html`<option value=${one} ?selected=${one === books.show}>
              ${t(`appearance.books.${one}`)}
            </option>`,
        )}
      </select>
    </div>
    ${
      books.show === 'all'
        ? nothing
        : html`<div class="field">
            <label for="book-list">
              ${books.show === 'listed' ? t('appearance.bookIds') : t('appearance.subjects')}
            </label>
            <textarea
              id="book-list"
              rows="4"
              dir=${books.show === 'listed' ? 'ltr' : 'auto'}
              aria-invalid=${booksError ? 'true' : nothing}
              aria-describedby="book-list-hint ${booksError ? 'book-list-error' : ''}"
              .value=${listed.join('\n')}
              @change=${list}
            ></textarea>
            <p class="hint" id="book-list-hint">${t('appearance.onePerLine')}</p>
            ${errorLine('book-list', booksError)}
          </div>`
    }
    <div class="field">
      <label for="page-key">${t('appearance.key')}</label>
      <select
        id="page-key"
        aria-invalid=${keyError ? 'true' : nothing}
        aria-describedby="page-key-hint ${keyError ? 'page-key-error' : ''}"
        @change=${(event: Event) => change({ keyId: valueOf(event) || null })}
      >
        <option value="">${t('appearance.keyNone')}</option>
        ${keys.map(
          (key) =>
            html`<option value=${key.id} dir="auto" ?selected=${key.id === draft.keyId}>
              ${keyName(key)}
            </option>`,
        )}
      </select>
      <p class="hint" id="page-key-hint">${t('appearance.keyHint')}</p>
      ${errorLine('page-key', keyError)}
    </div>
    <div class="field">
      <label for="frames">${t('appearance.frames')}</label>
      <textarea
        id="frames"
        rows="2"
        dir="ltr"
        placeholder="https://example.com"
        aria-invalid=${framesError ? 'true' : nothing}
        aria-describedby="frames-hint ${framesError ? 'frames-error' : ''}"
        .value=${draft.frameAncestors.join('\n')}
        @change=${(event: Event) => change({ frameAncestors: linesOf(event) })}
      ></textarea>
      <p class="hint" id="frames-hint">${t('appearance.framesHint')}</p>
      ${errorLine('frames', framesError)}
    </div>`;
}

/** A text field that changes the draft while people type. The pointer is also its id. */
export function textField(
  { errorOf }: SettingForm,
  pointer: string,
  label: string,
  value: string | null,
  set: (text: string) => void,
): TemplateResult {
  const id = pointer.replaceAll('/', '-');
  const error = errorOf(pointer);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      dir="auto"
      autocomplete="off"
      .value=${live(value ?? '')}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby=${error ? `${id}-error` : nothing}
      @input=${(event: Event) => set(valueOf(event))}
    />
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

function check(label: string, isChecked: boolean, toggle: () => void): TemplateResult {
  return html`<label class="check-line">
    <input type="checkbox" .checked=${live(isChecked)} @change=${toggle} />
    <span>${label}</span>
  </label>`;
}

/** The error of the control with this id. The save bar announces that there are errors. */
function errorLine(id: string, error: string | null): unknown {
  return error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing;
}

function linesOf(event: Event): string[] {
  return valueOf(event)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function valueOf({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return isField ? target.value : '';
}
