import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { Checklist, HomeSummary } from '../api/contract.ts';
import { get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { SmallChart } from '../charts/small-chart.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';
import { attentionCard, summaryCard, usageCard } from './home-cards.ts';

/**
 * The account's start page: items that need attention, the last 30 days, usage, and the setup steps
 * of a new account.
 */
export class HomePage extends ConsolePage {
  /** Uses the class, because Vite otherwise drops the import of the element. */
  static readonly chart = SmallChart;

  readonly #summary = new DataTask(this, {
    task: ([path], { signal }) => get<HomeSummary>(path, signal),
    args: () => [this.accountPath('/home')] as const,
  });

  protected override render(): TemplateResult {
    const { account } = this;
    return html`<header class="title"><h1 tabindex="-1">${t('home.title')}</h1></header>
      ${account.isSuspended ? html`<p class="notice">${t('home.suspended')}</p>` : nothing}
      ${taskView(this.#summary, (summary) => this.#content(summary))}`;
  }

  #content({ attention, checklist, analytics, sales, usage }: HomeSummary): TemplateResult {
    const { account } = this;
    return html`${attention ? attentionCard(account, attention) : nothing} ${this.#steps(checklist)}
    ${analytics ? summaryCard(account, analytics, sales) : nothing}
    ${usage ? usageCard(account, usage) : nothing}`;
  }

  /** Hidden after the last step to make room for account activity. */
  #steps({ hasKey, hasBook, hasPublishableKey, hasOpen }: Checklist): TemplateResult {
    const keys = this.hasRole('owner', 'developer') ? pageUrl(this.account, 'keys') : null;
    const books = pageUrl(this.account, 'books');
    const embed = pageUrl(this.account, 'embed-code');
    const steps = [
      step(hasKey, t('home.key'), t('home.keyText'), keys),
      step(hasBook, t('home.book'), t('home.bookText'), books),
      step(hasPublishableKey, t('home.embed'), t('home.embedText'), keys && embed),
      step(hasOpen, t('home.open'), t('home.openText'), embed),
    ];
    const done = [hasKey, hasBook, hasPublishableKey, hasOpen].filter(Boolean).length;
    if (done === steps.length) return html``;
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
