import { Task } from '@lit/task';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { Deployment } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { type PreviewMessage, previewReady } from '../preview/preview-message.ts';
import { loadingView, taskView } from './task-view.ts';

/** Sizes of the previewed screens in CSS pixels. */
export const screens = {
  phone: { width: 390, height: 780 },
  tablet: { width: 820, height: 1080 },
  desktop: { width: 1280, height: 860 },
} as const;
export type Screen = keyof typeof screens;

/** The reader with a deployment that need not be saved. */
export class ReaderPreview extends LitElement {
  static override properties = {
    path: { attribute: false },
    deployment: { attribute: false },
    theme: { attribute: false },
    tokens: { attribute: false },
    screen: { attribute: false },
    available: { state: true },
  };

  /** API path of the account's deployments. */
  declare path: string;
  /** Everything but the theme. A change opens the book again. */
  declare deployment: Deployment;
  declare theme: string;
  /** Values by the names of all tokens, empty for the default. */
  declare tokens: Readonly<Record<string, string>>;
  declare screen: Screen;
  /** Width in CSS pixels that the preview can have. */
  declare available: number;

  #frame: Window | null = null;
  #opened = '';
  #opening: ReturnType<typeof setTimeout> | undefined;
  readonly #size = new ResizeObserver(([entry]) => {
    this.available = entry?.contentRect.width ?? 0;
  });
  readonly #book = new Task(this, {
    task: ([path], { signal }) => get<Embed | null>(`${path}/preview`, signal),
    args: () => [this.path] as const,
  });

  constructor() {
    super();
    this.available = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#size.observe(this);
    addEventListener('message', this.#onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#size.disconnect();
    removeEventListener('message', this.#onMessage);
    clearTimeout(this.#opening);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): unknown {
    return taskView(this.#book, (book) =>
      book ? this.#screen() : html`<p class="hint">${t('appearance.noBook')}</p>`,
    );
  }

  #screen(): TemplateResult {
    return html`<div class="screen">
      ${this.#frame ? nothing : loadingView()}
      <iframe src="/console/preview" title=${t('embed.preview')}></iframe>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { width, height } = screens[this.screen];
    const scale = this.available > 0 ? Math.min(1, this.available / width) : 1;
    const box = this.querySelector<HTMLElement>('.screen');
    const frame = this.querySelector('iframe');
    if (box && frame) {
      box.style.inlineSize = `${width * scale}px`;
      box.style.blockSize = `${height * scale}px`;
      frame.style.inlineSize = `${width}px`;
      frame.style.blockSize = `${height}px`;
      frame.style.transform = `scale(${scale})`;
    }
    if (changed.has('theme') || changed.has('tokens')) this.#sendStyle();
    this.#openIfChanged();
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent): void => {
    const frame = this.querySelector('iframe')?.contentWindow;
    if (!frame || source !== frame || origin !== location.origin || data !== previewReady) return;
    this.#frame = frame;
    this.#opened = '';
    this.#openIfChanged();
    this.requestUpdate();
  };

  /** Opens the book again a moment after the last change, because people type. */
  #openIfChanged(): void {
    const embed = this.#book.value;
    if (!this.#frame || !embed) return;
    const { id, name, logo, fonts, features, links, consent, locale } = this.deployment;
    const shown = { id, name, logo, fonts, features, links, consent };
    const key = JSON.stringify([shown, locale]);
    if (key === this.#opened) return;
    const delayMs = this.#opened === '' ? 0 : 400;
    this.#opened = key;
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => {
      this.#sendStyle();
      const theme = { name: null, tokens: {} };
      this.#send({ kind: 'open', embed: { ...embed, theme, deployment: shown }, locale });
    }, delayMs);
  }

  #sendStyle(): void {
    this.#send({ kind: 'style', theme: this.theme, tokens: this.tokens });
  }

  #send(message: PreviewMessage): void {
    this.#frame?.postMessage(message, location.origin);
  }
}

/** The preview. Imported by name, because the build drops modules without a used export. */
export function readerPreview(
  values: Pick<ReaderPreview, 'path' | 'deployment' | 'theme' | 'tokens' | 'screen'>,
): TemplateResult {
  return html`<reader-preview
    .path=${values.path}
    .deployment=${values.deployment}
    .theme=${values.theme}
    .tokens=${values.tokens}
    .screen=${values.screen}
  ></reader-preview>`;
}

customElements.define('reader-preview', ReaderPreview);
