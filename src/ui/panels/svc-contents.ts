import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { GoToRequestEvent, PanelRequestEvent } from '../../events/request-events.ts';
import type { TocEntry } from '../../../server/epub/contract.ts';
import { isLocked, type SampleBounds } from '../../state/sample.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import type { Messages } from '../../i18n/messages.ts';
import { contentsStyles } from './contents-styles.ts';
import { controlStyles } from '../control-styles.ts';
import { icons } from '../icons.ts';
import { itemIndexForKey, scrollToItem } from './list-navigation.ts';
import { closePanel, focusPanel, renderPanelFrame } from './panel-frame.ts';
import { panelStyles } from './panel-styles.ts';
import {
  renderNavigationTabs,
  navigationTabStyles,
  type NavigationTab,
  navigationTabsOf,
} from './navigation-tabs.ts';
import { tocEntryAt } from '../../state/toc.ts';
import { fractionAt } from '../../state/progress.ts';
import type { BookView } from '../control-templates.ts';

/** Above so many entries, what has parts begins folded. */
const maxUnfoldedEntries = 60;
/** A book may have thousands of entries: what is not in sight at once has time. */
const initialEntryCount = 80;
const entryCountPerFrame = 160;

/**
 * The table of contents, as a sheet at the side.
 *
 * @fires svc-go-to-request - An entry was chosen.
 * @fires svc-panel-request - The sheet is to close, or an entry beyond the sample was chosen.
 * @csspart panel - The sheet.
 * @csspart entry - Each entry that leads somewhere.
 */
export class SvcContents extends LitElement {
  static override styles = [controlStyles, panelStyles, navigationTabStyles, contentsStyles];

  static override properties = {
    messages: {},
    toc: {},
    current: {},
    language: {},
    sample: {},
    tabs: {},
    shareOf: {},
    unfolded: { state: true },
    renderedReach: { state: true },
  };

  declare messages: Messages;
  declare toc: readonly TocEntry[];
  /** The entry the page belongs to. */
  declare current: TocEntry | null;
  /** BCP 47 tag of the titles. */
  declare language: string;
  /** What of the book may be read. */
  declare sample: SampleBounds;
  declare tabs: readonly NavigationTab[];
  /** Share of the book before an entry, 0–1. */
  declare shareOf: (place: { section: number; offset: number }) => number;
  /** What shows its parts, in a book whose contents fold; null for one whose contents do not. */
  declare private unfolded: ReadonlySet<TocEntry> | null;
  /** So many lines before and after the current one are there; the others follow frame by frame. */
  declare private renderedReach: number;
  /** The line that the Tab key reaches. */
  #active: TocEntry | null = null;
  /** While rendering: lines from the current one. */
  #at = 0;

  constructor() {
    super();
    this.unfolded = null;
    this.renderedReach = initialEntryCount;
  }

  protected override willUpdate() {
    if (!this.hasUpdated) {
      if (isTocFoldable(this.toc)) this.unfolded = new Set(tocPathTo(this.toc, this.current));
      this.#active = this.current ?? this.#firstLine(this.toc);
    }
    // What is folded away leaves the Tab key to what it is in.
    const folded = tocPathTo(this.toc, this.#active).find((one) => !this.#isUnfolded(one));
    this.#active = folded ?? this.#active;
  }

  protected override render() {
    const { messages, toc, tabs } = this;
    this.#at = -this.#linesBefore();
    return renderPanelFrame(this, {
      shape: 'side',
      title: messages.contents,
      close: messages.close,
      above: renderNavigationTabs(this, { text: messages, tabs, current: 'contents' }),
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
    // After the loop, how far the last line is away.
    const isWhole = this.renderedReach >= Math.max(this.#at, this.#linesBefore());
    if (!isWhole) requestAnimationFrame(() => (this.renderedReach += entryCountPerFrame));
  }

  #list(entries: readonly TocEntry[]): TemplateResult {
    return html`<ol>
      ${entries.map((entry) => {
        const isNear = Math.abs(this.#at++) <= this.renderedReach;
        return html`<li>
          ${isNear ? this.#entry(entry) : nothing}${
            this.#isUnfolded(entry) ? this.#list(entry.children) : nothing
          }
        </li>`;
      })}
    </ol>`;
  }

  /** Lines above the current one. */
  #linesBefore(): number {
    let lines = 0;
    const isFound = (entries: readonly TocEntry[]): boolean =>
      entries.some((entry) => {
        if (entry === this.current) return true;
        lines += 1;
        return this.#isUnfolded(entry) && isFound(entry.children);
      });
    return isFound(this.toc) ? lines : 0;
  }

  // A title in another script runs its own way, from the edge that all the others start at.
  #entry(entry: TocEntry) {
    const { section, title } = entry;
    const isFolding = this.unfolded !== null && entry.children.length > 0;
    const isUnfolded = this.#isUnfolded(entry);
    if (section === null && !isFolding) {
      return html`<span class="entry"
        ><span class="title"><bdi>${title}</bdi></span></span
      >`;
    }
    const isHere =
      entry === this.current || (!isUnfolded && tocPathTo([entry], this.current).length > 0);
    const line = html`<button
      type="button"
      class=${this.#isLocked(entry) ? 'entry locked' : 'entry'}
      part="entry"
      tabindex=${entry === this.#active ? 0 : -1}
      aria-current=${isHere ? 'location' : nothing}
      aria-expanded=${isFolding ? isUnfolded : nothing}
      @click=${() => this.#press(entry)}
      @focus=${(event: FocusEvent) => this.#activate(entry, event)}
    >
      <span class="title"><bdi>${title}</bdi></span
      >${this.#tail(entry)}
    </button>`;
    if (!isFolding) return line;
    return html`<div class="row">
      ${line}<button
        type="button"
        class="fold"
        tabindex="-1"
        lang=${this.messages.locale}
        aria-label=${this.messages.sectionsOf(title)}
        aria-expanded=${isUnfolded}
        @click=${() => this.#fold(entry, isUnfolded)}
      >
        ${icons.open}
      </button>
    </div>`;
  }

  #tail(entry: TocEntry) {
    const { messages } = this;
    if (entry.section === null) return nothing;
    if (this.#isLocked(entry)) {
      return html`${icons.lock}<span class="spoken" lang=${messages.locale}
          >${messages.notInSample}</span
        >`;
    }
    const { section, offset } = entry;
    return html`<span class="share" aria-hidden="true"
      >${messages.percent(this.shareOf({ section, offset }))}</span
    >`;
  }

  /** The first entry that can be pressed. */
  #firstLine(entries: readonly TocEntry[]): TocEntry | null {
    for (const entry of entries) {
      if (entry.section !== null || (this.unfolded && entry.children.length > 0)) return entry;
      const below = this.#firstLine(entry.children);
      if (below) return below;
    }
    return null;
  }

  #isUnfolded(entry: TocEntry): boolean {
    return entry.children.length > 0 && (this.unfolded?.has(entry) ?? true);
  }

  #isLocked({ section, offset }: TocEntry): boolean {
    return section !== null && isLocked({ section, offset }, this.sample);
  }

  #press(entry: TocEntry) {
    const { section, offset } = entry;
    if (section === null) return this.#fold(entry, this.#isUnfolded(entry));
    if (this.#isLocked(entry)) {
      this.dispatchEvent(new PanelRequestEvent('sample-end'));
      return;
    }
    this.dispatchEvent(new GoToRequestEvent(section, offset));
    closePanel(this);
  }

  // By hand: to render thousands of lines anew with every arrow would be felt.
  #activate(entry: TocEntry, { currentTarget }: FocusEvent) {
    this.#active = entry;
    for (const line of this.renderRoot.querySelectorAll('.entry[tabindex="0"]')) {
      line.setAttribute('tabindex', '-1');
    }
    if (currentTarget instanceof Element) currentTarget.setAttribute('tabindex', '0');
  }

  #fold(entry: TocEntry, isUnfolded: boolean) {
    const unfolded = new Set(this.unfolded);
    if (isUnfolded) unfolded.delete(entry);
    else unfolded.add(entry);
    this.unfolded = unfolded;
  }

  #onKey(event: KeyboardEvent) {
    const lines = [...this.renderRoot.querySelectorAll<HTMLElement>('button.entry')];
    const at = lines.findIndex((line) => line.matches(':focus'));
    const towards = textDirection(this.language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const isSideways = isPlain && (event.key === 'ArrowLeft' || event.key === 'ArrowRight');
    const active = this.#active;
    const isUnfolding = event.key === towards;
    const isFolding = this.unfolded !== null && active !== null && active.children.length > 0;
    if (isSideways && isFolding && (isUnfolding || this.#isUnfolded(active))) {
      event.preventDefault();
      this.#fold(active, !isUnfolding);
      return;
    }
    const around = lines[at]?.closest('ol')?.closest('li');
    const next =
      isSideways && !isUnfolding
        ? around?.querySelector<HTMLElement>(':scope > .entry, :scope > .row > .entry')
        : lines[itemIndexForKey(event, lines, at)];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    scrollToItem(next);
    next.focus({ preventScroll: true });
  }
}

export function countTocEntries(toc: readonly TocEntry[]): number {
  return toc.reduce((sum, { children }) => sum + 1 + countTocEntries(children), 0);
}

/** Whether a table of contents is too long to be shown with all its parts. */
export function isTocFoldable(toc: readonly TocEntry[]): boolean {
  return (
    toc.some(({ children }) => children.length > 0) && countTocEntries(toc) > maxUnfoldedEntries
  );
}

/** The entries that hold one, from the outermost; empty when it stands at the top. */
export function tocPathTo(toc: readonly TocEntry[], wanted: TocEntry | null): TocEntry[] {
  for (const entry of toc) {
    if (entry === wanted) return [];
    if (entry.children.includes(wanted ?? entry)) return [entry];
    const below = tocPathTo(entry.children, wanted);
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}

export const elements = { 'svc-contents': SvcContents };

export function render(view: BookView): TemplateResult {
  const { state, book, messages } = view;
  return html`<svc-contents
    exportparts="panel, entry"
    .messages=${messages}
    .toc=${book.toc}
    .language=${book.language}
    .current=${tocEntryAt(book.toc, state.position)}
    .sample=${book}
    .tabs=${navigationTabsOf(view)}
    .shareOf=${(place: { section: number; offset: number }) => fractionAt(book.measure, place)}
  ></svc-contents>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-contents': SvcContents;
  }
}
