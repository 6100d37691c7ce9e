import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { t } from '../i18n/translate.ts';
import { type Draft, imageSize, readFileUrl } from './draft.ts';
import type { SettingForm } from './setting-fields.ts';

type Font = Draft['fonts'][number];

const maxFonts = 4;
/** Largest files that the server accepts, in bytes. */
const maxBytes = { logo: 200 * 1024, font: 300 * 1024 };

/** The logo, which replaces the name. */
export function logoFields({ draft, change, errorOf, fail }: SettingForm): TemplateResult {
  const { logo } = draft;
  const choose = async (event: Event) => {
    const file = takeFile(event);
    if (!file) return;
    if (file.size > maxBytes.logo) return fail(t('appearance.logoTooLarge'));
    try {
      const url = await readFileUrl(file);
      change({ logo: { url, alt: logo?.alt ?? draft.name, ...(await imageSize(url)) } });
    } catch {
      fail(t('appearance.logoUnreadable'));
    }
  };
  const rename = (event: Event) => {
    if (logo && event.target instanceof HTMLInputElement) {
      change({ logo: { ...logo, alt: event.target.value } });
    }
  };
  const error = errorOf('logo/data');
  return html`<div class="field">
      <h3>${t('appearance.logo')}</h3>
      ${logo ? html`<img class="logo" src=${pathOf(logo.url)} alt=${logo.alt} />` : nothing}
      <div class="buttons">
        <label class="button">
          ${logo ? t('appearance.logoReplace') : t('appearance.logoChoose')}
          <input
            class="hidden"
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            aria-invalid=${error ? 'true' : nothing}
            aria-describedby="logo-hint ${error ? 'logo-error' : ''}"
            @change=${choose}
          />
        </label>
        ${
          logo
            ? html`<button type="button" @click=${() => change({ logo: null })}>
                ${t('appearance.logoRemove')}
              </button>`
            : nothing
        }
      </div>
      <p class="hint" id="logo-hint">${t('appearance.logoHint')}</p>
      ${error ? html`<p class="field-error" id="logo-error">${error}</p>` : nothing}
    </div>
    ${
      logo
        ? html`<div class="field">
            <label for="logo-alt">${t('appearance.logoAlt')}</label>
            <input id="logo-alt" maxlength="200" .value=${live(logo.alt)} @input=${rename} />
          </div>`
        : nothing
    }`;
}

/** The fonts, which tokens reference by family name. */
export function fontFields({ draft, change, errorOf, fail }: SettingForm): TemplateResult {
  const { fonts } = draft;
  const add = async (event: Event) => {
    const file = takeFile(event);
    if (!file) return;
    if (!/\.woff2$/i.test(file.name)) return fail(t('appearance.fontType'));
    if (file.size > maxBytes.font) return fail(t('appearance.fontTooLarge'));
    const family = file.name
      .replace(/\.\w+$/, '')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const url = await readFileUrl(file, 'font/woff2');
    change({ fonts: [...fonts, { family, url, weight: '400', style: 'normal' }] });
  };
  const set = (index: number, part: Partial<Font>) =>
    change({ fonts: fonts.map((font, at) => (at === index ? { ...font, ...part } : font)) });
  return html`<h3>${t('appearance.fonts')}</h3>
    ${fonts.map((font, index) => fontField(font, index, set, () => change({ fonts: fonts.filter((_, at) => at !== index) }), errorOf))}
    ${
      fonts.length < maxFonts
        ? html`<label class="button start">
            ${t('appearance.fontAdd')}
            <input class="hidden" type="file" accept=".woff2" @change=${add} />
          </label>`
        : nothing
    }
    <p class="hint">${t('appearance.fontHint')}</p>`;
}

function fontField(
  font: Font,
  index: number,
  set: (index: number, part: Partial<Font>) => void,
  remove: () => void,
  errorOf: SettingForm['errorOf'],
): TemplateResult {
  const id = (part: string) => `font-${index}-${part}`;
  const error =
    errorOf(`fonts/${index}/family`) ??
    errorOf(`fonts/${index}/weight`) ??
    errorOf(`fonts/${index}/data`);
  return html`<div class="inset stack">
    <div class="field">
      <label for=${id('family')}>${t('appearance.fontFamily')}</label>
      <input
        id=${id('family')}
        .value=${live(font.family)}
        aria-invalid=${error ? 'true' : nothing}
        aria-describedby=${error ? id('error') : nothing}
        @input=${(event: Event) => set(index, { family: valueOf(event) })}
      />
    </div>
    <div class="columns">
      <div class="field">
        <label for=${id('weight')}>${t('appearance.fontWeight')}</label>
        <input
          id=${id('weight')}
          dir="ltr"
          .value=${live(font.weight)}
          @input=${(event: Event) => set(index, { weight: valueOf(event) })}
        />
      </div>
      <div class="field">
        <label for=${id('style')}>${t('appearance.fontStyle')}</label>
        <select
          id=${id('style')}
          @change=${(event: Event) =>
            set(index, { style: valueOf(event) === 'italic' ? 'italic' : 'normal' })}
        >
          <option value="normal" ?selected=${font.style === 'normal'}>
            ${t('keyword.normal')}
          </option>
          <option value="italic" ?selected=${font.style === 'italic'}>
            ${t('keyword.italic')}
          </option>
        </select>
      </div>
    </div>
    ${error ? html`<p class="field-error" id=${id('error')}>${error}</p>` : nothing}
    <button type="button" class="start" @click=${remove}>
      ${t('appearance.fontRemove')}<span class="hidden"> ${font.family}</span>
    </button>
  </div>`;
}

/** Returns the path of a file on this server, which is valid on every host, or its `data:` URL. */
function pathOf(url: string): string {
  return url.startsWith('data:') ? url : new URL(url).pathname;
}

function takeFile({ target }: Event): File | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const file = target.files?.[0] ?? null;
  // Allow choosing the same file again.
  target.value = '';
  return file;
}

function valueOf({ target }: Event): string {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    ? target.value
    : '';
}
