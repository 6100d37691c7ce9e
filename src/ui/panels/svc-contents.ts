import { html, LitElement, nothing, type TemplateResult, svg } from 'lit';
import { GoToRequestEvent, PanelRequestEvent } from '../../events/request-events.ts';
import type { TocEntry } from '../../../server/epub/contract.ts';
import { isLocked, type SampleBounds } from '../../state/sample.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import type { Messages } from '../../i18n/messages.ts';
import { contentsStyles } from './contents-styles.ts';
import { controlStyles } from '../control-styles.ts';
import { icon } from '../icons.ts';
import { itemIndexForKey, scrollToItem } from './list-navigation.ts';
import {
  bookHeadingOf,
  bookHeadingStyles,
  renderBookHeading,
  type BookHeading,
} from './book-heading.ts';
import { closePanel, focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import { navigationTabStyles, renderNavigationTabs } from './navigation-tab-bar.ts';
import { type NavigationTab, navigationTabsOf } from './navigation-tabs.ts';
import { tocEntryAt } from '../../state/toc.ts';
import { printedPageAt } from '../../state/printed-pages.ts';
import { fractionAt } from '../../state/progress.ts';
import type { BookView } from '../control-templates.ts';

const entryIcons = {
  lock: icon(
    svg`<rect x="4.5" y="9" width="11" height="7.5" rx="1.6" /><path d="M7 9V6.5a3 3 0 0 1 6 0V9" />`,
  ),
  open: icon(svg`<path d="M7 4.5l5.5 5.5L7 15.5" />`),
};

/** Number of entries above which a table of contents is initially collapsed. */
const maxExpandedEntries = 60;
/**
 * Number of entries rendered first around the current one, and added per frame. A book may have
 * thousands.
 */
const initialEntryCount = 80;
const entryCountPerFrame = 160;

/**
 * Side panel with the cover, the title and the table of contents of the book.
 *
 * @fires svc-go-to-request - The user chose an entry.
 * @fires svc-panel-request - The user closed the panel, or chose an entry outside the sample.
 * @csspart panel - The panel.
 * @csspart book-cover - The book cover.
 * @csspart book-title - The book title.
 * @csspart entry - Each entry that can be chosen.
 */
export class SvcContents extends LitElement {
  static override styles = [
    controlStyles,
    panelStyles,
    navigationTabStyles,
    bookHeadingStyles,
    contentsStyles,
  ];

  static override properties = {
    messages: {},
    heading: {},
    toc: {},
    current: {},
    language: {},
    sample: {},
    tabs: {},
    shareOf: {},
    pageOf: {},
    expanded: { state: true },
    renderedReach: { state: true },
  };

  declare messages: Messages;
  declare heading: BookHeading | null;
  declare toc: readonly TocEntry[];
  /** The entry that contains the page. */
  declare current: TocEntry | null;
  /** BCP 47 tag of the titles. */
  declare language: string;
  /** The licensed part of the book. */
  declare sample: SampleBounds;
  declare tabs: readonly NavigationTab[];
  /** Returns the share of the book before an entry, 0–1. */
  declare shareOf: (position: { section: number; offset: number }) => number;
  /**
   * Label of the printed page at a position, empty before the first page, or null if the book has
   * no page list.
   */
  declare pageOf: (position: { section: number; offset: number }) => string | null;
  /** Expanded entries, or null if the table of contents is not collapsible. */
  declare private expanded: ReadonlySet<TocEntry> | null;
  /**
   * Number of entries rendered before and after the current one, which increases frame by frame.
   */
  declare private renderedReach: number;
  /** The entry reached with the Tab key. */
  #tabStop: TocEntry | null = null;
  /** Distance between the entry being rendered and the current one. */
  #distance = 0;

  constructor() {
    super();
    this.heading = null;
    this.pageOf = () => null;
    this.expanded = null;
    this.renderedReach = initialEntryCount;
  }

  protected override willUpdate() {
    if (!this.hasUpdated) {
      if (isTocCollapsible(this.toc)) this.expanded = new Set(tocPathTo(this.toc, this.current));
      this.#tabStop = this.current ?? this.#firstButtonEntry(this.toc);
    }
    // If the entry is inside a collapsed entry, the collapsed entry becomes the tab stop.
    const collapsed = tocPathTo(this.toc, this.#tabStop).find((one) => !this.#isExpanded(one));
    this.#tabStop = collapsed ?? this.#tabStop;
  }

  protected override render() {
    const { messages, toc, tabs } = this;
    this.#distance = -this.#entriesBeforeCurrent();
    return renderPanelFrame(this, {
      shape: 'side',
      title: messages.contents,
      close: messages.close,
      above: [
        this.heading ? renderBookHeading(this.heading) : nothing,
        renderNavigationTabs(this, { text: messages, tabs, current: 'contents' }),
      ],
      content:
        toc.length > 0
          ? html`<nav
              aria-labelledby="panel-title"
              lang=${this.language}
              dir=${textDirection(this.language)}
              @keydown=${this.#onKey}
            >
              ${this.#list(toc)}
            </nav>`
          : html`<p class="hint">${messages.noContents}</p>`,
    });
  }

  protected override firstUpdated() {
    const current = this.renderRoot.querySelector<HTMLElement>('.entry[aria-current]');
    if (!current) return focusPanel(this.renderRoot);
    scrollToItem(current);
    current.focus({ preventScroll: true });
  }

  protected override updated() {
    // After the loop, `#distance` is the distance of the last entry.
    const isWhole = this.renderedReach >= Math.max(this.#distance, this.#entriesBeforeCurrent());
    if (!isWhole) requestAnimationFrame(() => (this.renderedReach += entryCountPerFrame));
  }

  #list(entries: readonly TocEntry[]): TemplateResult {
    return html`<ol>
      ${entries.map((entry) => {
        const isNear = Math.abs(this.#distance++) <= this.renderedReach;
        return html`<li>
          ${isNear ? this.#entry(entry) : nothing}${
            this.#isExpanded(entry) ? this.#list(entry.children) : nothing
          }
        </li>`;
      })}
    </ol>`;
  }

  /** Number of entries above the current one. */
  #entriesBeforeCurrent(): number {
    let lines = 0;
    const isFound = (entries: readonly TocEntry[]): boolean =>
      entries.some((entry) => {
        if (entry === this.current) return true;
        lines += 1;
        return this.#isExpanded(entry) && isFound(entry.children);
      });
    return isFound(this.toc) ? lines : 0;
  }

  // `<bdi>` gives each title its own text direction while all titles start at the same edge.
  #entry(entry: TocEntry) {
    const { section, title } = entry;
    const isCollapsible = this.expanded !== null && entry.children.length > 0;
    const isExpanded = this.#isExpanded(entry);
    if (section === null && !isCollapsible) {
      return html`<span class="entry"
        ><span class="title"><bdi>${title}</bdi></span></span
      >`;
    }
    const isHere =
      entry === this.current || (!isExpanded && tocPathTo([entry], this.current).length > 0);
    const line = html`<button
      type="button"
      class=${this.#isLocked(entry) ? 'entry locked' : 'entry'}
      part="entry"
      tabindex=${entry === this.#tabStop ? 0 : -1}
      aria-current=${isHere ? 'location' : nothing}
      aria-expanded=${isCollapsible ? isExpanded : nothing}
      @click=${() => this.#onPress(entry)}
      @focus=${(event: FocusEvent) => this.#setTabStop(entry, event)}
    >
      <span class="title"><bdi>${title}</bdi></span
      >${this.#entryEnd(entry)}
    </button>`;
    if (!isCollapsible) return line;
    return html`<div class="row">
      ${line}<button
        type="button"
        class="fold"
        tabindex="-1"
        lang=${this.messages.locale}
        aria-hidden="true"
        title=${this.messages.sectionsOf(title)}
        @click=${() => this.#toggle(entry, isExpanded)}
      >
        ${entryIcons.open}
      </button>
    </div>`;
  }

  #entryEnd(entry: TocEntry) {
    const { messages } = this;
    if (entry.section === null) return nothing;
    if (this.#isLocked(entry)) {
      return html`${entryIcons.lock}<span class="spoken" lang=${messages.locale}
          >${messages.notInSample}</span
        >`;
    }
    const { section, offset } = entry;
    const page = this.pageOf({ section, offset });
    // Pages and shares of the book in one column would be confusing.
    if (page === '') return nothing;
    if (page !== null) {
      return html`<span class="share" aria-hidden="true"><bdi>${page}</bdi></span
        ><span class="spoken" lang=${messages.locale}>${messages.printedPage(page)}</span>`;
    }
    return html`<span class="share" aria-hidden="true"
      >${messages.percent(this.shareOf({ section, offset }))}</span
    >`;
  }

  /** The first entry with a button. */
  #firstButtonEntry(entries: readonly TocEntry[]): TocEntry | null {
    for (const entry of entries) {
      if (entry.section !== null || (this.expanded && entry.children.length > 0)) return entry;
      const descendant = this.#firstButtonEntry(entry.children);
      if (descendant) return descendant;
    }
    return null;
  }

  #isExpanded(entry: TocEntry): boolean {
    return entry.children.length > 0 && (this.expanded?.has(entry) ?? true);
  }

  #isLocked({ section, offset }: TocEntry): boolean {
    return section !== null && isLocked({ section, offset }, this.sample);
  }

  #onPress(entry: TocEntry) {
    const { section, offset } = entry;
    if (section === null) return this.#toggle(entry, this.#isExpanded(entry));
    if (this.#isLocked(entry)) {
      this.dispatchEvent(new PanelRequestEvent('sample-end'));
      return;
    }
    this.dispatchEvent(new GoToRequestEvent(section, offset));
    closePanel(this);
  }

  // Set the attribute directly, because rendering thousands of entries on each arrow key press
  // would be slow.
  #setTabStop(entry: TocEntry, { currentTarget }: FocusEvent) {
    this.#tabStop = entry;
    for (const line of this.renderRoot.querySelectorAll('.entry[tabindex="0"]')) {
      line.setAttribute('tabindex', '-1');
    }
    if (currentTarget instanceof Element) currentTarget.setAttribute('tabindex', '0');
  }

  #toggle(entry: TocEntry, isExpanded: boolean) {
    const expanded = new Set(this.expanded);
    if (isExpanded) expanded.delete(entry);
    else expanded.add(entry);
    this.expanded = expanded;
  }

  #onKey(event: KeyboardEvent) {
    const lines = [...this.renderRoot.querySelectorAll<HTMLElement>('button.entry')];
    const at = lines.findIndex((line) => line.matches(':focus'));
    const towards = textDirection(this.language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const isSideways = isPlain && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    const active = this.#tabStop;
    const isExpanding = event.key === towards;
    const isCollapsible = this.expanded !== null && active !== null && active.children.length > 0;
    if (isSideways && isCollapsible && (isExpanding || this.#isExpanded(active))) {
      event.preventDefault();
      this.#toggle(active, !isExpanding);
      return;
    }
    const parentItem = lines[at]?.closest('ol')?.closest('li');
    const next =
      isSideways && !isExpanding
        ? parentItem?.querySelector<HTMLElement>(':scope > .entry, :scope > .row > .entry')
        : lines[itemIndexForKey(event, lines, at)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    scrollToItem(next);
    next.focus({ preventScroll: true });
  }
}

function countTocEntries(toc: readonly TocEntry[]): number {
  return toc.reduce((sum, { children }) => sum + 1 + countTocEntries(children), 0);
}

/** Whether a table of contents is too long to be shown fully expanded. */
function isTocCollapsible(toc: readonly TocEntry[]): boolean {
  return (
    toc.some(({ children }) => children.length > 0) && countTocEntries(toc) > maxExpandedEntries
  );
}

/** Returns an entry's ancestors, outermost first, or an empty list for top-level entries. */
function tocPathTo(toc: readonly TocEntry[], target: TocEntry | null): TocEntry[] {
  for (const entry of toc) {
    if (entry === target) return [];
    if (entry.children.includes(target ?? entry)) return [entry];
    const descendant = tocPathTo(entry.children, target);
    if (descendant.length > 0) return [entry, ...descendant];
  }
  return [];
}

export const elements = { 'svc-contents': SvcContents };

export function render(view: BookView): TemplateResult {
  const { state, book, messages, embed } = view;
  return html`<svc-contents
    exportparts="panel, entry, book-cover, book-title"
    .messages=${messages}
    .heading=${bookHeadingOf(view)}
    .toc=${book.toc}
    .language=${book.language}
    .current=${tocEntryAt(book.toc, state.position)}
    .sample=${book}
    .tabs=${navigationTabsOf(view)}
    .shareOf=${(position: { section: number; offset: number }) => fractionAt(book.measure, position)}
    .pageOf=${(position: { section: number; offset: number }) =>
      embed && embed.pageList.length > 0
        ? (printedPageAt(embed.pageList, position)?.title ?? '')
        : null}
  ></svc-contents>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-contents': SvcContents;
  }
}
