import type { Embed } from '../../server/reading-sessions/contract.ts';
import type { SvcPage } from '../rendition/svc-page.ts';
import type { Panel, ReaderState } from '../state/reader-state.ts';
import type { VisibleControls } from './visible-controls.ts';

/** Additional inputs of `show` besides the reader's state. */
interface ShellOptions {
  controls: VisibleControls;
  embed: Pick<Embed, 'deployment'> | undefined;
  isImmersed: boolean;
  isScrolling: boolean;
}

/** Panels that trap focus. */
const modalPanels = new Set<Panel | null>(['contents', 'marks', 'pages']);

/**
 * The reader's frame. It is built without a template engine to keep the entry script small, and the
 * controls are rendered into its regions once they have loaded.
 */
export class Shell {
  readonly page: SvcPage = document.createElement('svc-page');
  readonly regions = {
    toolbar: createElement('div', 'bar'),
    /** Content over the page or in place of it. */
    over: createElement('div', 'over'),
    progress: createElement('div', 'bar'),
    panel: createElement('div', 'over'),
    status: createElement('div', 'status'),
    footer: createElement('slot'),
  };
  /** Everything except the header and footer slots. */
  readonly box: HTMLElement;
  readonly root: HTMLElement;
  /** Removes the message of `showOffline`. */
  hideOffline = (): void => {};
  readonly #stage: HTMLElement;
  readonly #text = createElement('slot', '', createSkeleton());

  readonly #states: CustomStateSet;

  /** @param states - Custom states of the element. */
  constructor(states: CustomStateSet) {
    this.#states = states;
    const { page, regions } = this;
    const header = createElement('slot');
    header.name = 'header';
    regions.footer.name = 'footer';
    this.#text.name = 'text';
    page.part.add('page');
    regions.status.role = 'status';
    this.#stage = createElement('div', 'stage', page, regions.over);
    this.box = createElement(
      'div',
      'shell',
      regions.toolbar,
      this.#stage,
      regions.progress,
      regions.panel,
      regions.status,
    );
    // Use a default direction until the messages and the book are loaded.
    this.box.dir = page.dir = 'ltr';
    this.box.role = 'group';
    this.root = createElement('div', 'frame', header, this.box, regions.footer);
  }

  /** Renders the parts that do not need messages. */
  show(
    { status, panel, settings, bookmarked, readAloud }: ReaderState,
    options: ShellOptions,
  ): void {
    const { box, page, regions } = this;
    const { controls, embed, isImmersed, isScrolling } = options;
    const links = embed?.deployment?.links;
    const isLoading = status === 'loading';
    const isCovered = modalPanels.has(panel);
    box.classList.toggle('bare', !Object.values(controls).includes(true));
    box.classList.toggle('immersed', isImmersed);
    box.ariaBusy = String(isLoading);
    for (const one of [regions.toolbar, this.#stage, regions.progress]) one.inert = isCovered;
    page.inert = status !== 'ready' || panel === 'sample-end';
    page.settings = settings;
    if (!isLoading) this.#text.remove();
    else if (!this.#text.parentNode) regions.over.before(this.#text);
    regions.footer.classList.toggle('reserved', Boolean(links?.privacy || links?.terms));
    // Host page styles match these with `:state()`.
    const flags = {
      [status]: true,
      open: panel,
      'sample-end': panel === 'sample-end',
      immersed: isImmersed,
      scrolling: isScrolling,
      listening: readAloud,
      bookmarked,
    };
    this.#states.clear();
    for (const [name, isOn] of Object.entries(flags)) if (isOn) this.#states.add(name);
  }

  /**
   * Shows an offline message if the translated messages cannot be loaded either. Call `hideOffline`
   * to remove it.
   */
  showOffline(onRetry: () => void): void {
    const retry = createElement('button', '', 'Try again');
    retry.part.add('retry');
    retry.onclick = onRetry;
    const notice = createElement('div', 'offline', 'You’re offline', retry);
    notice.role = 'alert';
    notice.lang = 'en';
    this.hideOffline();
    addEventListener('online', onRetry);
    this.#stage.append(notice);
    this.hideOffline = () => {
      removeEventListener('online', onRetry);
      notice.remove();
    };
  }
}

/** Creates placeholder lines, which are shown until the text is loaded. */
function createSkeleton(): HTMLElement {
  const lines = createElement('div', 'skeleton');
  lines.ariaHidden = 'true';
  return lines;
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
