import { css, html, LitElement, nothing } from 'lit';
import type { Messages } from '../text/messages.ts';
import { controlStyles } from './control-styles.ts';

/**
 * Where the house says how it handles what it learns, and on what terms.
 *
 * @csspart link - Each link.
 */
export class SvcHouseLinks extends LitElement {
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

  static override properties = { text: {}, privacy: {}, terms: {} };

  declare text: Messages;
  declare privacy: string | null;
  declare terms: string | null;

  protected override render() {
    const { text, privacy, terms } = this;
    return html`<nav aria-label=${text.legal}>
      ${link(privacy, text.privacy)}${link(terms, text.terms)}
    </nav>`;
  }
}

function link(address: string | null, words: string) {
  if (!address) return nothing;
  return html`<a part="link" href=${address} target="_blank" rel="noopener">${words}</a>`;
}
