import { DataTask } from './data-task.ts';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ListPage } from '../api/contract.ts';
import { request } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { announce } from './announce.ts';
import { FormAction } from './form-action.ts';
import { taskView } from './task-view.ts';

interface PagedListOptions<Item, Page extends ListPage<Item>> {
  /** API path of the list. The list is reloaded when the path changes. */
  path: () => string;
  /** Renders the items of all loaded pages. @param isComplete - Whether all pages are loaded. */
  show: (items: Item[], isComplete: boolean) => TemplateResult;
  /** Called with the first page whenever it is loaded. */
  onFirst?: (page: Page) => void;
}

/**
 * A list with a button that loads more pages. When a filter in the query of its path changes,
 * announces the number of results.
 */
export class PagedList<Item, Page extends ListPage<Item> = ListPage<Item>> {
  #more: Page[] = [];
  /** Path of the shown list. Empty before it is loaded. */
  #shown = '';
  readonly #options: PagedListOptions<Item, Page>;
  readonly #action: FormAction;
  readonly #first: DataTask<readonly [string], Page>;

  constructor(host: ReactiveControllerHost, options: PagedListOptions<Item, Page>) {
    this.#options = options;
    this.#action = new FormAction(host);
    this.#first = new DataTask(host, {
      task: async ([current], { signal }) => {
        const page = await request<Page>('GET', current, undefined, signal);
        this.#more = [];
        if (isSameList(this.#shown, current)) {
          announceResults(page.data.length, page.nextCursor === null);
        }
        this.#shown = current;
        options.onFirst?.(page);
        return page;
      },
      args: () => [options.path()] as const,
    });
  }

  reload(): Promise<void> {
    return this.#first.run();
  }

  render(): unknown {
    return taskView(this.#first, (first) => {
      const pages = [first, ...this.#more];
      const cursor = pages.at(-1)?.nextCursor ?? null;
      const items = pages.flatMap(({ data }) => data);
      const action = this.#action;
      const more = (from: string) =>
        html`<button
          type="button"
          class="more"
          ?disabled=${action.isBusy}
          @click=${() => action.run(() => this.#load(from), null)}
        >
          ${t('table.more')}
        </button>`;
      return html`${this.#options.show(items, cursor === null)} ${action.renderError()}
      ${cursor === null ? nothing : more(cursor)}`;
    });
  }

  async #load(cursor: string): Promise<void> {
    const path = this.#options.path();
    const query = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const page = await request<Page>('GET', query);
    this.#more = [...this.#more, page];
  }
}

/** Announces how many items match a search or a filter. */
export function announceResults(count: number, isComplete: boolean): void {
  announce(t(isComplete ? 'table.results' : 'table.resultsMore', { count }));
}

/** Whether two paths are those of one list with different filters. */
function isSameList(one: string, other: string): boolean {
  return one !== other && one.split('?')[0] === other.split('?')[0];
}
