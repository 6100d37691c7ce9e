import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { GoToRequestEvent, PanelRequestEvent } from '../../events/request-events.ts';
import type { Landmark, PageListEntry } from '../../../server/epub/contract.ts';
import { findPrintedPage, printedPageAt } from '../../state/printed-pages.ts';
import { isLocked, type SampleBounds } from '../../state/sample.ts';
import type { Messages } from '../../i18n/messages.ts';
import { controlStyles } from '../control-styles.ts';
import { closePanel, focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { scrollToItem } from './list-navigation.ts';
import { navigationTabStyles, renderNavigationTabs } from './navigation-tab-bar.ts';
import { type NavigationTab, navigationTabsOf } from './navigation-tabs.ts';
import type { BookView } from '../control-templates.ts';

/**
 * Number of rows that an arrow key moves by. The number of columns depends on the width and is
 * measured.
 */
const rowStepByKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Side panel with the book's printed pages and landmarks.
 *
 * @fires svc-go-to-request - The user chose a page or landmark.
 * @fires svc-panel-request - The user closed the panel, or chose a page outside the sample.
 * @csspart panel - The panel.
 */
export class SvcPageList extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    navigationTabStyles,
    css`
      .body {
        padding-block-start: 16px;
        overflow-anchor: none;
      }
      form {
        display: flex;
        gap: 8px;
        margin-block-start: 6px;
      }
      form .field {
        flex: 1;
        min-inline-size: 0;
      }
      [role='alert']:not(:empty) {
        margin-block-start: 6px;
      }
      section + section {
        margin-block-start: 20px;
      }
      h3 {
        margin: 0 0 8px;
        color: var(--svc-muted);
        font: 400 13px/1.4 var(--svc-ui-font-family);
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .landmarks {
        margin-inline: -12px;
      }
      .landmarks button {
        font: 400 16px/1.35 var(--svc-font-family);
      }
      .pages {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(52px, 1fr));
        gap: 2px;
        margin-inline: -8px;
      }
      .pages button {
        inline-size: 100%;
        min-block-size: 44px;
        font-size: 14px;
      }
      .pages [aria-current] {
        color: var(--svc-accent);
        font-weight: 600;
        background: color-mix(in srgb, var(--svc-accent) 9%, transparent);
      }
    `,
  ];

  static override properties = {
    messages: {},
    language: {},
    pages: {},
    landmarks: {},
    current: {},
    sample: {},
    tabs: {},
    missing: { state: true },
  };

  declare messages: Messages;
  /** BCP 47 tag of the titles. */
  declare language: string;
  declare pages: readonly PageListEntry[];
  declare landmarks: readonly Landmark[];
  /** The printed page on screen. */
  declare current: PageListEntry | null;
  /** The licensed part of the book. */
  declare sample: SampleBounds;
  declare tabs: readonly NavigationTab[];
  /** Page label that was entered but does not exist, or empty if there is none. */
  declare private missing: string;

  constructor() {
    super();
    this.missing = '';
  }

  protected override render() {
    const { messages, tabs, landmarks, pages } = this;
    return renderPanelFrame(this, {
      shape: 'side',
      title: pages.length > 0 ? messages.pages : messages.landmarks,
      close: messages.close,
      above: renderNavigationTabs(this, { text: messages, tabs, current: 'pages' }),
      content: html`${pages.length > 0 ? this.#goTo() : nothing}
      ${landmarks.length > 0 ? this.#landmarks() : nothing}
      ${pages.length > 0 ? this.#pages() : nothing}`,
    });
  }

  protected override firstUpdated() {
    const current = this.renderRoot.querySelector<HTMLElement>('.pages [aria-current]');
    focusPanel(this.renderRoot);
    if (current) scrollToItem(current);
  }

  #goTo() {
    const { messages, missing } = this;
    return html`<section>
      <label class="name" for="page">${messages.goToPage}</label>
      <form @submit=${this.#onSubmit}>
        <input
          class="field"
          id="page"
          autocomplete="off"
          enterkeyhint="go"
          aria-invalid=${missing ? 'true' : 'false'}
          aria-describedby="missing"
          placeholder=${`${this.pages[0]?.title} – ${this.pages.at(-1)?.title}`}
        />
        <button class="action" type="submit">${messages.go}</button>
      </form>
      <p class="hint" id="missing" role="alert">${missing ? messages.noPage(missing) : ''}</p>
    </section>`;
  }

  #landmarks() {
    const { messages, landmarks } = this;
    return html`<section>
      <h3>${messages.landmarks}</h3>
      <ul class="landmarks" lang=${this.language}>
        ${uniqueLandmarks(landmarks).map(
          (landmark) =>
            html`<li>
              <button type="button" class="item" dir="auto" @click=${() => this.#choose(landmark)}>
                ${landmark.title || landmark.type}
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #pages() {
    const { messages, pages, current } = this;
    const active = current ?? pages[0];
    return html`<section>
      <h3>${messages.printedPages}</h3>
      <ul class="pages" @keydown=${this.#onKey}>
        ${pages.map(
          (page) =>
            html`<li>
              <button
                type="button"
                tabindex=${page === active ? 0 : -1}
                aria-label=${messages.printedPage(page.title)}
                aria-current=${page === current ? 'page' : nothing}
                @click=${() => this.#choose(page)}
              >
                ${page.title}
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #choose(position: { section: number; offset: number }) {
    if (isLocked(position, this.sample)) {
      this.dispatchEvent(new PanelRequestEvent('sample-end'));
      return;
    }
    this.dispatchEvent(new GoToRequestEvent(position.section, position.offset));
    closePanel(this);
  }

  #onSubmit(event: SubmitEvent) {
    event.preventDefault();
    const label = this.renderRoot.querySelector('input')?.value ?? '';
    const page = findPrintedPage(this.pages, label);
    this.missing = page || !label.trim() ? '' : label.trim();
    if (page) this.#choose(page);
  }

  #onKey(event: KeyboardEvent) {
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('.pages button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const next = buttons[this.#indexOfKey(event.key, at, buttons)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    scrollToItem(next);
    next.focus({ preventScroll: true });
  }

  #indexOfKey(key: string, at: number, buttons: readonly HTMLElement[]): number {
    if (key === 'Home') return 0;
    if (key === 'End') return buttons.length - 1;
    const isRtl = getComputedStyle(this).direction === 'rtl';
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      return at + ((key === 'ArrowRight') === isRtl ? -1 : 1);
    }
    const step = rowStepByKey[key];
    if (!step) return -1;
    const top = buttons[0]?.offsetTop;
    const perRow = buttons.findIndex((button) => button.offsetTop !== top);
    return perRow < 0 ? -1 : at + step * perRow;
  }
}

/** Removes duplicates, because a landmark with several types is listed once per type. */
function uniqueLandmarks(landmarks: readonly Landmark[]): Landmark[] {
  const keyOf = ({ title, type, section, offset }: Landmark) =>
    `${section} ${offset} ${title || type}`;
  return [...new Map(landmarks.map((landmark) => [keyOf(landmark), landmark])).values()];
}

export const elements = { 'svc-page-list': SvcPageList };

export function render(view: BookView): TemplateResult {
  const { state, book, messages, embed } = view;
  const pages = embed?.pageList ?? [];
  return html`<svc-page-list
    exportparts="panel"
    .messages=${messages}
    .language=${book.language}
    .pages=${pages}
    .landmarks=${embed?.landmarks ?? []}
    .current=${printedPageAt(pages, state.position)}
    .sample=${book}
    .tabs=${navigationTabsOf(view)}
  ></svc-page-list>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-page-list': SvcPageList;
  }
}
