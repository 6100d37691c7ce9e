import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import type { Checklist } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';

/** The account's start page: the steps of a new account. */
export class HomePage extends ConsolePage {
  readonly #checklist = new Task(this, {
    task: ([path], { signal }) => get<Checklist>(path, signal),
    args: () => [this.accountPath('/checklist')] as const,
  });

  protected override render(): TemplateResult {
    return html`<header class="title"><h1 tabindex="-1">${t('home.title')}</h1></header>
      ${
        this.account.isSuspended
          ? html`<p class="notice" role="status">${t('home.suspended')}</p>`
          : nothing
      }
      ${taskView(this.#checklist, (checklist) => this.#steps(checklist))}`;
  }

  #steps({ hasKey, hasBook, hasPublishableKey, hasOpen }: Checklist): TemplateResult {
    const keys = this.hasRole('owner', 'developer') ? pageUrl(this.account, 'keys') : null;
    const guide = '/docs/guide/';
    const steps = [
      step(hasKey, t('home.key'), t('home.keyText'), keys),
      step(hasBook, t('home.book'), t('home.bookText'), guide),
      step(hasPublishableKey, t('home.embed'), t('home.embedText'), keys),
      step(hasOpen, t('home.open'), t('home.openText'), guide),
    ];
    const done = [hasKey, hasBook, hasPublishableKey, hasOpen].filter(Boolean).length;
    return html`<section class="card">
      <h2>${t('home.steps')}</h2>
      <p class="hint">${t('home.progress', { done, total: steps.length })}</p>
      <ol class="steps">
        ${steps}
      </ol>
    </section>`;
  }
}

function step(isDone: boolean, title: string, text: string, url: string | null): TemplateResult {
  return html`<li class=${isDone ? 'done' : ''}>
    <span class="check" role="img" aria-label=${isDone ? t('home.done') : t('home.toDo')}></span>
    <div>
      <h3>${url && !isDone ? html`<a href=${url}>${title}</a>` : title}</h3>
      <p>${text}</p>
    </div>
  </li>`;
}

customElements.define('home-page', HomePage);
