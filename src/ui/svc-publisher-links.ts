import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { textDirection } from '../i18n/text-direction.ts';
import type { Messages } from '../i18n/messages.ts';
import { toWebUrl } from '../state/purchase-offer.ts';
import { controlStyles } from './control-styles.ts';
import type { ControlsView } from './control-templates.ts';

/**
 * Links to the deployment's privacy policy and terms.
 *
 * @csspart link - Each link.
 */
export class SvcPublisherLinks extends LitElement {
  static override styles = [
    controlStyles,
    css`
      nav {
        display: flex;
        justify-content: center;
        align-items: center;
        gap: 20px;
        block-size: 28px;
        font-size: 12px;
      }
      a {
        padding: 4px;
        border-radius: 6px;
        color: var(--svc-muted);
        text-decoration: none;
      }
      a:hover {
        text-decoration: underline;
      }
      a:focus-visible {
        outline: 2px solid var(--svc-accent);
      }
    `,
  ];

  static override properties = { messages: {}, privacy: {}, terms: {} };

  declare messages: Messages;
  declare privacy: string | null;
  declare terms: string | null;

  protected override render() {
    const { messages, privacy, terms } = this;
    return html`<nav aria-label=${messages.legal}>
      ${renderLink(privacy, messages.privacy)}${renderLink(terms, messages.terms)}
    </nav>`;
  }
}

function renderLink(address: string | null, label: string) {
  if (!address) return nothing;
  return html`<a part="link" href=${address} target="_blank" rel="noopener">${label}</a>`;
}

export const elements = { 'svc-publisher-links': SvcPublisherLinks };

export function render({ messages, embed }: ControlsView): TemplateResult | typeof nothing {
  const links = embed?.deployment?.links;
  const privacy = toWebUrl(links?.privacy);
  const terms = toWebUrl(links?.terms);
  if (!privacy && !terms) return nothing;
  return html`<svc-publisher-links
    part="footer"
    exportparts="link"
    lang=${messages.locale}
    dir=${textDirection(messages.locale)}
    .messages=${messages}
    .privacy=${privacy}
    .terms=${terms}
  ></svc-publisher-links>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-publisher-links': SvcPublisherLinks;
  }
}
