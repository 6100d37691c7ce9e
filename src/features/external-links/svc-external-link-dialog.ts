import { css, html, LitElement, nothing } from 'lit';
import { buyLinkStyles } from '../../ui/buy-link.ts';
import { controlStyles } from '../../ui/control-styles.ts';
import { externalTarget, allowOrigin } from '../../rendition/input/external-link.ts';
import { textDirection } from '../../i18n/text-direction.ts';
import { isolateDirection } from '../../i18n/message-format.ts';
import type { Messages } from '../../i18n/messages.ts';
import type { SessionReader } from '../feature.ts';
import { defineElements } from '../../ui/define-elements.ts';

/**
 * Dialog that shows an external link's target and asks for confirmation before opening it.
 *
 * @fires agree - The reader opened the link. Not composed.
 * @fires close - The reader opened the link or canceled. Not composed.
 * @csspart leave - The dialog box.
 */
export class SvcExternalLinkDialog extends LitElement {
  static override styles = [
    controlStyles,
    buyLinkStyles,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 9;
        display: grid;
        place-items: center;
        padding: 16px;
        box-sizing: border-box;
        background: rgb(0 0 0 / 0.26);
        animation: appear 140ms ease-out;
        direction: ltr;
      }
      .leave {
        box-sizing: border-box;
        inline-size: min(100%, 400px);
        max-block-size: 100%;
        overflow: auto;
        overscroll-behavior: contain;
        padding: 24px;
        border: 1px solid color-mix(in srgb, var(--svc-line) 70%, transparent);
        border-radius: var(--svc-panel-radius, 18px);
        background: var(--svc-surface);
        box-shadow:
          0 1px 2px rgb(0 0 0 / 0.05),
          0 12px 44px rgb(0 0 0 / 0.15);
        outline: none;
      }
      h2 {
        font-size: 17px;
      }
      p {
        margin: 8px 0 0;
        line-height: 1.5;
        overflow-wrap: anywhere;
        text-wrap: pretty;
      }
      .address {
        max-block-size: 4lh;
        overflow: auto;
        color: var(--svc-muted);
        font-size: 13px;
        text-wrap: wrap;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        justify-content: flex-end;
        gap: 8px;
        margin-block-start: 20px;
      }
      .actions button {
        min-block-size: 44px;
        padding-inline: 16px;
        color: var(--svc-accent);
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    `,
  ];

  static override properties = { text: {}, href: {} };

  declare text: Messages;

  /** The link's target, as an absolute URL. */
  declare href: string;

  override focus() {
    this.renderRoot.querySelector<HTMLElement>('.leave')?.focus({ preventScroll: true });
  }

  protected override render() {
    const { text, href } = this;
    const { name, isWebsite } = externalTarget(href);
    const target = isolateDirection(name);
    return html`<section
      class="leave"
      part="leave"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="title"
      aria-describedby="target"
      tabindex="-1"
      lang=${text.locale}
      dir=${textDirection(text.locale)}
      @keydown=${this.#onKey}
    >
      <h2 id="title">${text.leaveBookTitle}</h2>
      <p id="target">${isWebsite ? text.leaveBookTo(target) : text.leaveBookToApp(target)}</p>
      ${isWebsite ? html`<p class="address" dir="ltr" lang="" tabindex="0">${href}</p>` : nothing}
      <div class="actions">
        <button type="button" @click=${this.#close}>${text.cancel}</button>
        <a
          class="buy"
          href=${href}
          target=${isWebsite ? '_blank' : nothing}
          rel="noopener noreferrer"
          @click=${this.#open}
          >${text.openLink}${
            isWebsite ? html`<span class="spoken"> ${text.opensInNewTab}</span>` : nothing
          }</a
        >
      </div>
    </section>`;
  }

  #open() {
    this.dispatchEvent(new Event('agree'));
    // Wait, because the browser follows the link after this event and the link must still be in the
    // document.
    setTimeout(() => this.#close());
  }

  #close() {
    this.dispatchEvent(new Event('close'));
  }

  #onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Keep keys from the reader's shortcuts, which apply to the page behind the dialog.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#close();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-leave': SvcExternalLinkDialog;
  }
}

interface ExternalLinkDialogOptions {
  href: string;
  link: Element;
  text: Messages;
}

/**
 * Shows the confirmation dialog and makes the rest of the reader inert. Returns a function that
 * closes it.
 *
 * @param onLost - Called on closing if the link cannot take focus back.
 */
export function showExternalLinkDialog(
  { renderRoot }: SessionReader,
  { href, link, text }: ExternalLinkDialogOptions,
  onLost: () => void,
): () => void {
  defineElements({ 'svc-leave': SvcExternalLinkDialog });
  const frame = renderRoot.querySelector<HTMLElement>('.frame');
  const wasInert = frame?.inert ?? false;
  const dialog = document.createElement('svc-leave');
  dialog.text = text;
  dialog.href = href;
  dialog.setAttribute('exportparts', 'leave');
  const close = () => {
    if (!dialog.isConnected) return;
    dialog.remove();
    if (frame) frame.inert = wasInert;
    if (link instanceof HTMLElement || link instanceof SVGElement) {
      link.focus({ preventScroll: true });
    }
    const root = link.getRootNode();
    if (!(root instanceof ShadowRoot) || root.activeElement !== link) onLost();
  };
  dialog.addEventListener('agree', () => allowOrigin(href));
  dialog.addEventListener('close', close);
  renderRoot.append(dialog);
  if (frame) frame.inert = true;
  void dialog.updateComplete.then(() => dialog.focus());
  return close;
}
