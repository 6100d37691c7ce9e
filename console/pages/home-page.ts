import { DataTask } from '../elements/data-task.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type {
  AttentionItem,
  Checklist,
  ConsoleAnalytics,
  ConsoleUsage,
  SaleTotals,
} from '../api/contract.ts';
import { get } from '../api/request.ts';
import { pageUrl } from '../app/pages.ts';
import { ConsolePage } from '../elements/console-page.ts';
import { taskView } from '../elements/task-view.ts';
import { t } from '../i18n/translate.ts';
import { attentionCard, summaryCard, usageCard } from './home-cards.ts';

const analyticsRoles = ['owner', 'editor', 'analyst'] as const;
const saleRoles = ['owner', 'analyst'] as const;
const attentionRoles = ['owner', 'developer', 'editor'] as const;
const developerRoles = ['owner', 'developer'] as const;

/**
 * The account's start page: items that need attention, the last 30 days, usage, and the setup steps
 * of a new account.
 */
export class HomePage extends ConsolePage {
  readonly #checklist = new DataTask(this, {
    task: ([path], { signal }) => get<Checklist>(path, signal),
    args: () => [this.accountPath('/checklist')] as const,
  });
  readonly #attention = new DataTask(this, {
    task: ([path], { signal }) =>
      this.hasRole(...attentionRoles) ? get<AttentionItem[]>(path, signal) : Promise.resolve([]),
    args: () => [this.accountPath('/attention')] as const,
  });
  readonly #opens = new DataTask(this, {
    task: ([path], { signal }) =>
      this.hasRole(...analyticsRoles) ? get<ConsoleAnalytics>(path, signal) : Promise.resolve(null),
    args: () => [this.accountPath('/analytics?compare=previous')] as const,
  });
  readonly #sales = new DataTask(this, {
    task: ([path], { signal }) =>
      this.hasRole(...saleRoles) ? get<SaleTotals>(path, signal) : Promise.resolve(null),
    args: () => [this.accountPath('/sales/totals')] as const,
  });
  readonly #usage = new DataTask(this, {
    task: ([path], { signal }) =>
      this.hasRole(...developerRoles) ? get<ConsoleUsage>(path, signal) : Promise.resolve(null),
    args: () => [this.accountPath('/quota-usage')] as const,
  });

  protected override render(): TemplateResult {
    const { account } = this;
    return html`<header class="title"><h1 tabindex="-1">${t('home.title')}</h1></header>
      ${
        account.isSuspended
          ? html`<p class="notice" role="status">${t('home.suspended')}</p>`
          : nothing
      }
      ${taskView(this.#attention, (items) => attentionCard(account, items))}
      ${taskView(this.#checklist, (checklist) => this.#steps(checklist))}
      ${taskView(this.#opens, (report) => html`${report ? this.#summary(report) : nothing}`)}
      ${taskView(this.#usage, (usage) => html`${usage ? usageCard(account, usage) : nothing}`)}`;
  }

  /** Sales may still be loading, or the role cannot see them. */
  #summary(report: ConsoleAnalytics): TemplateResult {
    return summaryCard(this.account, report, this.#sales.value ?? null);
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
