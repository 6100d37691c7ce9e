import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Messages } from '../i18n/messages.ts';
import type { ControlsView } from './control-templates.ts';

/** Badge of a reader opened with a test key. */
export class SvcTestBadge extends LitElement {
  static override styles = css`
    :host {
      position: absolute;
      z-index: 2;
      inset-block-start: 4px;
      inset-inline-end: 8px;
      padding: 0 8px;
      border: 1px solid var(--svc-accent);
      border-radius: 999px;
      background: var(--svc-background);
      color: var(--svc-accent);
      font: 600 12px/18px var(--svc-ui-font-family);
      pointer-events: none;
    }
    span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  `;

  static override properties = { messages: {} };

  declare messages: Messages;

  protected override render() {
    const { testBadge, testBadgeHelp } = this.messages;
    return html`${testBadge}<span>. ${testBadgeHelp}</span>`;
  }
}

export const elements = { 'svc-test-badge': SvcTestBadge };

export function render({ messages }: ControlsView): TemplateResult {
  return html`<svc-test-badge role="note" .messages=${messages}></svc-test-badge>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-test-badge': SvcTestBadge;
  }
}
