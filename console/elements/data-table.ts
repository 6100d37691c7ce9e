import { html, type TemplateResult } from 'lit';

/** Screens on which every table is stacked. */
const phones = matchMedia('(max-width: 48rem)');

/**
 * The frame around a table. If the table is higher, it scrolls, also by keyboard. If it is wider,
 * the columns move together, or else each row is a list with the column titles before the cells.
 * The roles preserve the table's semantics there, because browsers drop them together with the
 * table layout.
 */
export class DataTable extends HTMLElement {
  #label = '';
  /** Width for which the layout was chosen. */
  #width = 0;
  readonly #rows = new MutationObserver(() => this.#describe());
  readonly #sizes = new ResizeObserver(() => this.#measure());

  /** Accessible name of the table. */
  get label(): string {
    return this.#label;
  }

  set label(label: string) {
    this.#label = label;
    this.#describe();
    this.#measure();
  }

  connectedCallback(): void {
    this.#sizes.observe(this);
    this.#rows.observe(this, { childList: true, characterData: true, subtree: true });
    this.#describe();
  }

  disconnectedCallback(): void {
    this.#rows.disconnect();
    this.#sizes.disconnect();
  }

  /** Frames that do not scroll are no stop for Tab, and their table needs no second name. */
  #measure(): void {
    this.#chooseLayout();
    const isScrolled =
      this.scrollWidth > this.clientWidth + 1 || this.scrollHeight > this.clientHeight + 1;
    this.role = isScrolled ? 'region' : null;
    this.ariaLabel = isScrolled ? this.#label : null;
    if (isScrolled) this.tabIndex = 0;
    else this.removeAttribute('tabindex');
  }

  /** Chooses the first layout that fits. */
  #chooseLayout(): void {
    // Only a new width changes the layout back, because it changes how far the page is scrolled.
    const isSameWidth = this.clientWidth === this.#width;
    this.#width = this.clientWidth;
    const fits = () => this.scrollWidth <= this.clientWidth + 1;
    if (phones.matches) this.dataset['layout'] = 'stacked';
    else if (!isSameWidth) this.dataset['layout'] = 'wide';
    if (this.dataset['layout'] === 'wide' && !fits()) this.dataset['layout'] = 'dense';
    if (this.dataset['layout'] === 'dense' && !fits()) this.dataset['layout'] = 'stacked';
  }

  #describe(): void {
    const table = this.querySelector('table');
    if (!table) return;
    this.#sizes.observe(table);
    table.role = 'table';
    table.ariaLabel = this.#label;
    for (const group of table.querySelectorAll('thead, tbody, tfoot')) group.role = 'rowgroup';
    const heads = [...table.querySelectorAll('thead th')];
    for (const head of heads) head.role = 'columnheader';
    const titles = heads.map(titleOf);
    for (const row of table.rows) {
      row.role = 'row';
      if (row.parentElement?.localName === 'thead') continue;
      for (const [index, cell] of [...row.cells].entries()) {
        cell.role = cell.localName === 'th' ? 'rowheader' : 'cell';
        cell.dataset['label'] = titles[index] ?? '';
      }
    }
  }
}

/** Returns a column's title without the definition that a button in it opens. */
function titleOf(head: Element): string {
  const copy = head.cloneNode(true);
  if (copy instanceof Element) {
    for (const part of copy.querySelectorAll('button, [popover]')) part.remove();
  }
  return copy.textContent?.trim() ?? '';
}

/** Renders a table in its frame. @param label - Accessible name of the table. */
export function dataTable(
  label: string,
  table: TemplateResult,
  { isScrolled = false } = {},
): TemplateResult {
  return html`<data-table class=${isScrolled ? 'scroll' : ''} .label=${label}
    >${table}</data-table
  >`;
}

customElements.define('data-table', DataTable);
