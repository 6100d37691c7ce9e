import type { SvcPage } from '../page/svc-page.ts';
import type { Panel, ReaderState } from '../reader/state.ts';

/** Panels that hold the focus. */
const covering = new Set<Panel | null>(['contents', 'marks', 'pages']);

/**
 * The reader's frame. It is made by hand: no template engine stands between the script and the first text.
 * The controls fill its places once they have come.
 */
export class Shell {
  readonly page: SvcPage = document.createElement('svc-page');
  readonly places = {
    toolbar: make('div', 'bar'),
    /** Above the pages, or in their place. */
    over: make('div', 'over'),
    progress: make('div', 'bar'),
    panel: make('div', 'over'),
    status: make('div', 'status'),
    footer: make('slot'),
  };
  /** Everything but what the host puts above and below. */
  readonly box: HTMLElement;
  readonly root: HTMLElement;
  /** Takes back what `strand` said. */
  mend = (): void => {};
  readonly #stage: HTMLElement;
  readonly #text = make('slot', '', skeleton());

  constructor() {
    const { page, places } = this;
    const header = make('slot');
    header.name = 'header';
    places.footer.name = 'footer';
    this.#text.name = 'text';
    page.part.add('page');
    places.status.role = 'status';
    this.#stage = make('div', 'stage', page, places.over);
    this.box = make(
      'div',
      'shell',
      places.toolbar,
      this.#stage,
      places.progress,
      places.panel,
      places.status,
    );
    // The bars run as their words do, which are not there yet; what is in the pages, as the book does.
    this.box.dir = page.dir = 'ltr';
    this.box.role = 'group';
    this.root = make('div', 'frame', header, this.box, places.footer);
  }

  /** Shows what needs no words. */
  show(
    { status, panel, settings }: ReaderState,
    by: { isBare: boolean; isImmersed: boolean; hasFooter: boolean },
  ): void {
    const { box, page, places } = this;
    const isLoading = status === 'loading';
    const isCovered = covering.has(panel);
    box.classList.toggle('bare', by.isBare);
    box.classList.toggle('immersed', by.isImmersed);
    box.ariaBusy = String(isLoading);
    for (const one of [places.toolbar, this.#stage, places.progress]) one.inert = isCovered;
    page.inert = status !== 'ready' || panel === 'sample-end';
    page.settings = settings;
    if (!isLoading) this.#text.remove();
    else if (!this.#text.parentNode) places.over.before(this.#text);
    places.footer.classList.toggle('due', by.hasFooter);
  }

  /** Says that not even the words for a failure can be loaded; until `mend`. */
  strand(onRetry: () => void): void {
    const retry = make('button', '', 'Try again');
    retry.part.add('retry');
    retry.onclick = onRetry;
    const notice = make('div', 'stranded', 'You seem to be offline', retry);
    notice.role = 'alert';
    notice.lang = 'en';
    this.mend();
    addEventListener('online', onRetry);
    this.#stage.append(notice);
    this.mend = () => {
      removeEventListener('online', onRetry);
      notice.remove();
    };
  }
}

/** Lines of text to come, in the place where they will stand. */
function skeleton(): HTMLElement {
  const lines = make('div', 'skeleton', ...Array.from({ length: 14 }, () => make('i')));
  lines.ariaHidden = 'true';
  return lines;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
