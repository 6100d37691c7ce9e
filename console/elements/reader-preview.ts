import { DataTask } from './data-task.ts';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { Deployment } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import type { OpenMessage, PreviewMessage, PreviewReport } from '../preview/preview-message.ts';
import { loadingView, taskView } from './task-view.ts';

/** Sizes of the previewed screens in CSS pixels. */
export const screens = {
  phone: { width: 390, height: 780 },
  tablet: { width: 820, height: 1080 },
  desktop: { width: 1280, height: 860 },
} as const;
export type Screen = keyof typeof screens;

/** The reader shows another position. */
export class PlaceEvent extends Event {
  /** Title of the chapter. */
  readonly title: string;
  /** Share of the book, 0–1. */
  readonly fraction: number;

  constructor(title: string, fraction: number) {
    super('place');
    this.title = title;
    this.fraction = fraction;
  }
}

/**
 * The reader with a book and a deployment. Opening the book is not counted, and the deployment need
 * not be saved.
 *
 * @fires place - The reader shows another position; see `PlaceEvent`.
 */
export class ReaderPreview extends LitElement {
  static override properties = {
    path: { attribute: false },
    revision: { attribute: false },
    deployment: { attribute: false },
    theme: { attribute: false },
    tokens: { attribute: false },
    screen: { attribute: false },
    available: { state: true },
  };

  /** API path of the book to show. */
  declare path: string;
  /** Changes whenever the book changes, which reopens it. */
  declare revision: number;
  /**
   * Everything except the theme. Changing it reopens the book. Null for the deployment in the
   * book's response.
   */
  declare deployment: Deployment | null;
  /** Empty for the deployment's theme. */
  declare theme: string;
  /** Values by the names of all tokens, empty for the default. */
  declare tokens: Readonly<Record<string, string>>;
  /** Null for the page's width. */
  declare screen: Screen | null;
  /** Available width of the preview in CSS pixels. */
  declare available: number;

  #frame: Window | null = null;
  #opened = '';
  #opening: ReturnType<typeof setTimeout> | undefined;
  readonly #size = new ResizeObserver(([entry]) => {
    this.available = entry?.contentRect.width ?? 0;
  });
  readonly #book = new DataTask(this, {
    task: ([path], { signal }) => get<Embed | null>(path, signal),
    args: () => [this.path, this.revision] as const,
  });

  constructor() {
    super();
    this.revision = 0;
    this.deployment = null;
    this.theme = '';
    this.tokens = {};
    this.screen = null;
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

  /** Goes to a position in the book. @param fraction - Share of the book, 0–1. */
  goTo(fraction: number): void {
    this.#send({ kind: 'go-to', fraction });
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
    return html`<div class="screen ${this.screen ? '' : 'wide'}">
      ${this.#frame ? nothing : loadingView()}
      <iframe src="/console/preview" title=${t('embed.preview')}></iframe>
    </div>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.screen) this.#resize(screens[this.screen]);
    if (changed.has('theme') || changed.has('tokens')) this.#sendStyle();
    this.#openIfChanged();
  }

  #resize({ width, height }: { width: number; height: number }): void {
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
  }

  readonly #onMessage = ({ source, origin, data }: MessageEvent<PreviewReport>): void => {
    const frame = this.querySelector('iframe')?.contentWindow;
    if (!frame || source !== frame || origin !== location.origin) return;
    if (data.kind === 'place') {
      this.dispatchEvent(new PlaceEvent(data.title, data.fraction));
      return;
    }
    this.#frame = frame;
    this.#opened = '';
    this.#openIfChanged();
    this.requestUpdate();
  };

  /**
   * Reopens the book shortly after the last change, so that it does not reopen at every key press.
   */
  #openIfChanged(): void {
    const embed = this.#book.value;
    if (!this.#frame || !embed) return;
    const message = this.#openMessage(embed);
    const key = JSON.stringify([message.embed.session, message.embed.deployment, message.locale]);
    if (key === this.#opened) return;
    const delayMs = this.#opened === '' ? 0 : 400;
    this.#opened = key;
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => {
      this.#sendStyle();
      this.#send(message);
    }, delayMs);
  }

  #openMessage(embed: Embed): OpenMessage {
    if (!this.deployment) return { kind: 'open', embed, locale: null };
    const { id, name, logo, fonts, features, links, consent, locale } = this.deployment;
    const deployment = { id, name, logo, fonts, features, links, consent };
    const theme = { name: null, tokens: {} };
    return { kind: 'open', embed: { ...embed, theme, deployment }, locale };
  }

  #sendStyle(): void {
    this.#send({ kind: 'style', theme: this.theme, tokens: this.tokens });
  }

  #send(message: PreviewMessage): void {
    this.#frame?.postMessage(message, location.origin);
  }
}

type Values = Pick<ReaderPreview, 'path'> &
  Partial<Pick<ReaderPreview, 'revision' | 'deployment' | 'theme' | 'tokens' | 'screen'>>;

/** Imported by name, because the build drops modules whose exports are not used. */
export function readerPreview(
  values: Values,
  onPlace?: (event: PlaceEvent) => void,
): TemplateResult {
  return html`<reader-preview
    .path=${values.path}
    .revision=${values.revision ?? 0}
    .deployment=${values.deployment ?? null}
    .theme=${values.theme ?? ''}
    .tokens=${values.tokens ?? noTokens}
    .screen=${values.screen ?? null}
    @place=${onPlace}
  ></reader-preview>`;
}

/** Always the same object, because a new one would count as a change. */
const noTokens = {};

customElements.define('reader-preview', ReaderPreview);
