import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';
import { type PlaceEvent, type ReaderPreview, readerPreview } from './reader-preview.ts';

/** Delay after moving the slider before the preview follows. */
const followMs = 150;

/**
 * Selects the end of a sample with a slider beside a preview of the whole book. The sample can also
 * end at the page in the preview. The form receives the share in percent.
 */
export class SampleChooser extends LitElement {
  static override properties = {
    share: { attribute: false },
    previewPath: { attribute: false },
    revision: { attribute: false },
    name: {},
    percent: { state: true },
    place: { state: true },
  };

  /** Stored share of the book, 0–1. */
  declare share: number;
  /** API path of the book. Null for a book without text. */
  declare previewPath: string | null;
  /** Changes whenever the book changes. */
  declare revision: number;
  /** Name in the form. */
  declare name: string;
  declare percent: number;
  /** Title of the chapter in the preview. */
  declare place: string;

  /** Position in the preview, or null before the book is open. */
  #at: number | null = null;
  #following: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.percent = 0;
    this.place = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('share')) this.percent = toPercent(this.share);
    if (changed.has('revision')) this.#at = null;
  }

  protected override render(): TemplateResult {
    const { percent, place, previewPath } = this;
    return html`<div class="field">
        <label for="share">${t('sale.share')}</label>
        <div class="copy">
          <input
            id="share"
            name=${this.name}
            type="range"
            min="1"
            max="90"
            step="0.5"
            .value=${String(percent)}
            aria-valuetext=${this.#valueText}
            @input=${this.#onInput}
          />
          <output for="share">${t('sale.percent', { share: percent })}</output>
        </div>
        ${previewPath === null ? nothing : html`<p class="place" dir="auto">${place}</p>`}
      </div>
      ${
        previewPath === null
          ? nothing
          : html`<p class="hint">${t('sale.previewText')}</p>
              ${readerPreview({ path: previewPath, revision: this.revision }, this.#onPlace)}
              <div class="buttons">
                <button type="button" @click=${this.#endHere}>${t('sale.endHere')}</button>
              </div>`
      }`;
  }

  get #valueText(): string {
    const share = t('sale.percent', { share: this.percent });
    return this.place ? `${share}, ${this.place}` : share;
  }

  readonly #onInput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    this.percent = target.valueAsNumber;
    clearTimeout(this.#following);
    this.#following = setTimeout(() => this.#preview?.goTo(this.percent / 100), followMs);
  };

  /** Shows the end of the sample once the book is open. */
  readonly #onPlace = ({ title, fraction }: PlaceEvent): void => {
    if (this.#at === null) this.#preview?.goTo(this.percent / 100);
    this.#at = fraction;
    this.place = title;
  };

  readonly #endHere = (): void => {
    if (this.#at !== null) this.percent = toPercent(this.#at);
  };

  get #preview(): ReaderPreview | null {
    return this.querySelector('reader-preview');
  }
}

/**
 * @param share - Stored share, 0–1. @param previewPath - API path of the book, or null for a book
 * without text. @param revision - Changes whenever the book changes.
 */
export function sampleChooser(
  share: number,
  previewPath: string | null,
  revision: number,
): TemplateResult {
  return html`<sample-chooser
    name="share"
    .share=${share}
    .previewPath=${previewPath}
    .revision=${revision}
  ></sample-chooser>`;
}

/** Returns the nearest slider value. */
function toPercent(share: number): number {
  return Math.min(90, Math.max(1, Math.round(share * 200) / 2));
}

customElements.define('sample-chooser', SampleChooser);
