import { DataTask } from '../elements/data-task.ts';
import { html, LitElement, type TemplateResult } from 'lit';
import type { PortalDetails } from '../api/contract.ts';
import { change, get } from '../api/request.ts';
import { taskView } from '../elements/task-view.ts';
import { formatTime, t } from '../i18n/translate.ts';
import { webhooksView } from '../webhooks/webhooks-view.ts';

const portalPath = '/webhook-portal';

/** Webhooks of an account's customer, opened with a link. */
export class WebhookPortalPage extends LitElement {
  readonly #details = new DataTask(this, {
    task: async () => {
      const token = location.hash.slice(1);
      if (token) {
        await change('POST', `${portalPath}/open`, { token });
        // The link works only once, so a reload uses the session.
        history.replaceState(null, '', location.pathname);
      }
      return get<PortalDetails>(`${portalPath}/session`);
    },
    args: () => [] as const,
  });

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<main class="portal">
      <h1 tabindex="-1">${t('webhooks.title')}</h1>
      ${taskView(
        this.#details,
        ({ name, expiresAt }) =>
          html`<p class="lead">
              <bdi>${name}</bdi> · ${t('webhooks.portalEnds', { time: formatTime(expiresAt) })}
            </p>
            ${webhooksView(`${portalPath}/webhooks`)}`,
      )}
    </main>`;
  }
}

customElements.define('webhook-portal-page', WebhookPortalPage);
