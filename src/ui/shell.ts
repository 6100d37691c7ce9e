import type { SvcPage } from '../rendition/svc-page.ts';
import type { Panel, ReaderState } from '../state/reader-state.ts';

/** Panels that hold the focus. */
const modalPanels = new Set<Panel | null>(['contents', 'marks', 'pages']);

/**
 * The reader's frame. It is made by hand: no template engine stands between the script and the first text.
 * The controls fill its places once they have come.
 */
export class Shell {
  readonly page: SvcPage = document.createElement('svc-page');
  readonly regions = {
    toolbar: createElement('div', 'bar'),
    /** Above the pages, or in their place. */
    over: createElement('div', 'over'),
    progress: createElement('div', 'bar'),
    panel: createElement('div', 'over'),
    status: createElement('div', 'status'),
    footer: createElement('slot'),
  };
  /** Everything but what the host puts above and below. */
  readonly box: HTMLElement;
  readonly root: HTMLElement;
  /** Takes back what `strand` said. */
  hideOffline = (): void => {};
  readonly #stage: HTMLElement;
  readonly #text = createElement('slot', '', createSkeleton());

  constructor() {
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
    // The bars run as their words do, which are not there yet; what is in the pages, as the book does.
    this.box.dir = page.dir = 'ltr';
    this.box.role = 'group';
    this.root = createElement('div', 'frame', header, this.box, regions.footer);
  }

  /** Shows what needs no words. */
  show(
    { status, panel, settings }: ReaderState,
    by: { isBare: boolean; isImmersed: boolean; hasFooter: boolean },
  ): void {
    const { box, page, regions } = this;
    const isLoading = status === 'loading';
    const isCovered = modalPanels.has(panel);
    box.classList.toggle('bare', by.isBare);
    box.classList.toggle('immersed', by.isImmersed);
    box.ariaBusy = String(isLoading);
    for (const one of [regions.toolbar, this.#stage, regions.progress]) one.inert = isCovered;
    page.inert = status !== 'ready' || panel === 'sample-end';
    page.settings = settings;
    if (!isLoading) this.#text.remove();
    else if (!this.#text.parentNode) regions.over.before(this.#text);
    regions.footer.classList.toggle('due', by.hasFooter);
  }

  /** Says that not even the words for a failure can be loaded; until `mend`. */
  showOffline(onRetry: () => void): void {
    const retry = createElement('button', '', 'Try again');
    retry.part.add('retry');
    retry.onclick = onRetry;
    const notice = createElement('div', 'stranded', 'You’re offline', retry);
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

/** Lines of text to come, in the place where they will stand. */
function createSkeleton(): HTMLElement {
  const lines = createElement(
    'div',
    'skeleton',
    ...Array.from({ length: 14 }, () => createElement('i')),
  );
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

/** Puts what the reader is doing into its custom states, for `:state()` in the page's own style sheet. */
export function updateCustomStates(
  states: CustomStateSet,
  { status, panel, bookmarked, readAloud }: ReaderState,
  by: { isImmersed: boolean; isScrolling: boolean },
): void {
  const shown = {
    [status]: true,
    open: panel,
    'sample-end': panel === 'sample-end',
    immersed: by.isImmersed,
    scrolling: by.isScrolling,
    listening: readAloud,
    bookmarked,
  };
  states.clear();
  for (const [name, isOn] of Object.entries(shown)) if (isOn) states.add(name);
}
