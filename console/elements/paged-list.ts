import { Task } from '@lit/task';
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ListPage } from '../api/contract.ts';
import { request } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { FormAction } from './form-action.ts';
import { taskView } from './task-view.ts';

/** A list that loads further pages with a button. */
export class PagedList<Item> {
  #more: ListPage<Item>[] = [];
  readonly #path: () => string;
  readonly #show: (items: Item[]) => TemplateResult;
  readonly #action: FormAction;
  readonly #first: Task<readonly [string], ListPage<Item>>;

  /**
   * @param path - Returns the API path of the list. The list is loaded again whenever it changes.
   * @param show - Renders the items of all loaded pages.
   */
  constructor(
    host: ReactiveControllerHost,
    path: () => string,
    show: (items: Item[]) => TemplateResult,
  ) {
    this.#path = path;
    this.#show = show;
    this.#action = new FormAction(host);
    this.#first = new Task(host, {
      task: async ([current], { signal }) => {
        const page = await request<ListPage<Item>>('GET', current, undefined, signal);
        this.#more = [];
        return page;
      },
      args: () => [path()] as const,
    });
  }

  reload(): Promise<void> {
    return this.#first.run();
  }

  render(): unknown {
    return taskView(this.#first, (first) => {
      const pages = [first, ...this.#more];
      const cursor = pages.at(-1)?.nextCursor ?? null;
      const action = this.#action;
      return html`${this.#show(pages.flatMap(({ data }) => data))}
      ${action.error ? action.renderError() : nothing}
      ${
        cursor
          ? html`<button
              type="button"
              class="more"
              ?disabled=${action.isBusy}
              @click=${() => action.run(() => this.#load(cursor))}
            >
              ${t('table.more')}
            </button>`
          : nothing
      }`;
    });
  }

  async #load(cursor: string): Promise<void> {
    const path = this.#path();
    const query = `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const page = await request<ListPage<Item>>('GET', query);
    this.#more = [...this.#more, page];
  }
}
