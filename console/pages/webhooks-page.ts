import { html, type TemplateResult } from 'lit';
import { ConsolePage } from '../elements/console-page.ts';
import { t } from '../i18n/translate.ts';
import { webhooksView } from '../webhooks/webhooks-view.ts';

/** The account's webhooks. */
export class WebhooksPage extends ConsolePage {
  static override properties = { ...ConsolePage.properties, environment: { state: true } };

  declare environment: 'live' | 'test';

  constructor() {
    super();
    this.environment = 'live';
  }

  protected override render(): TemplateResult {
    const choose = ({ target }: Event) => {
      if (target instanceof HTMLSelectElement) {
        this.environment = target.value === 'test' ? 'test' : 'live';
      }
    };
    return html`<header class="title">
        <h1 tabindex="-1">${t('webhooks.title')}</h1>
        <label class="filters">
          <span>${t('keys.environment')}</span>
          <select @change=${choose}>
            <option value="live">${t('keys.live')}</option>
            <option value="test">${t('keys.test')}</option>
          </select>
        </label>
      </header>
      ${webhooksView(this.accountPath('/webhooks'), `?environment=${this.environment}`)}`;
  }
}

customElements.define('webhooks-page', WebhooksPage);
