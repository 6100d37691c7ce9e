import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';

/** The reader in the preview. */
interface PreviewedReader extends HTMLElement {
  readonly locator: { title: string; locations: { totalProgression: number } } | null;
  goTo?: (fraction: number) => void;
}

/** The slider's pause before the preview follows. */
const followMs = 150;

/**
 * Chooses the end of a sample with a slider, beside a preview of the whole book that shows the place. The sample can also
 * end at the page that is open in the preview. The form gets the share in percent.
 */
export class SampleChooser extends LitElement {
  static override properties = {
    share: { attribute: false },
    previewUrl: { attribute: false },
    name: {},
    percent: { state: true },
    place: { state: true },
  };

  /** Stored share of the book, 0–1. */
  declare share: number;
  /** Path of the preview. Null for a book without text. */
  declare previewUrl: string | null;
  /** Name in the form. */
  declare name: string;
  declare percent: number;
  /** Title of the chapter in the preview. */
  declare place: string;

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
  }

  protected override render(): TemplateResult {
    const { percent, place, previewUrl } = this;
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
        ${place ? html`<p dir="auto">${place}</p>` : nothing}
      </div>
      ${
        previewUrl === null
          ? nothing
          : html`<p class="hint">${t('sale.previewText')}</p>
              <iframe
                class="preview"
                src=${previewUrl}
                title=${t('sale.preview')}
                loading="lazy"
                @load=${this.#onLoad}
              ></iframe>
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
    this.#following = setTimeout(() => this.#reader?.goTo?.(this.percent / 100), followMs);
  };

  /** Shows the end of the sample as soon as the book is open. */
  readonly #onLoad = (): void => {
    const reader = this.#reader;
    if (!reader) return;
    let isAtEnd = false;
    reader.addEventListener('svc-page-change', () => {
      if (!isAtEnd) reader.goTo?.(this.percent / 100);
      isAtEnd = true;
      this.place = reader.locator?.title ?? '';
    });
  };

  readonly #endHere = (): void => {
    const at = this.#reader?.locator?.locations.totalProgression;
    if (at !== undefined) this.percent = toPercent(at);
  };

  get #reader(): PreviewedReader | null {
    return readerOf(this.querySelector('iframe'));
  }
}

/** @param share - Stored share, 0–1. @param previewUrl - Path of the preview, or null for a book without text. */
export function sampleChooser(share: number, previewUrl: string | null): TemplateResult {
  return html`<sample-chooser
    name="share"
    .share=${share}
    .previewUrl=${previewUrl}
  ></sample-chooser>`;
}

/** The page in the frame has the same origin. */
function readerOf(frame: HTMLIFrameElement | null): PreviewedReader | null {
  return frame?.contentDocument?.querySelector<PreviewedReader>('svc-reader') ?? null;
}

/** Returns the nearest value of the slider. */
function toPercent(share: number): number {
  return Math.min(90, Math.max(1, Math.round(share * 200) / 2));
}

customElements.define('sample-chooser', SampleChooser);
