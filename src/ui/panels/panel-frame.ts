import { html, nothing, type TemplateResult } from 'lit';
import { icons } from '../icons.ts';
import { PanelRequestEvent } from '../../events/request-events.ts';

/** What stands in a panel, and how the panel lies over the page. */
export interface PanelFrameOptions {
  /** `side` holds the focus and dims the page; `pop` leaves the page in sight. */
  shape: 'side' | 'pop';
  title: string;
  /** Name of the button that closes it. */
  close: string;
  /** Between the title and that button. */
  actions?: unknown;
  /** Between the head and what scrolls, such as tabs or a field. */
  above?: unknown;
  /** What scrolls. */
  content: unknown;
}

/** The frame of a panel, for the shadow root of an element that wears `panelStyles`. */
export function renderPanelFrame(host: HTMLElement, frame: PanelFrameOptions): TemplateResult {
  const { shape, title, close, actions = nothing, above = nothing, content } = frame;
  const isSide = shape === 'side';
  return html`
    <div class=${isSide ? 'scrim dim' : 'scrim'} @click=${() => closePanel(host)}></div>
    <div
      class="panel ${shape}"
      part="panel"
      role="dialog"
      aria-modal=${isSide ? 'true' : nothing}
      aria-labelledby="panel-title"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => closeOnEscape(event, host)}
    >
      <div class="head">
        <h2 id="panel-title">${title}</h2>
        ${actions}
        <button type="button" aria-label=${close} title=${close} @click=${() => closePanel(host)}>
          ${icons.close}
        </button>
      </div>
      ${above}
      <div class="body">${content}</div>
    </div>
  `;
}

/** Asks for the panel to close. */
export function closePanel(host: HTMLElement): void {
  host.dispatchEvent(new PanelRequestEvent(null));
}

/** Puts the focus into a panel that has just been opened. */
export function focusPanel(root: ParentNode): void {
  root.querySelector<HTMLElement>('.panel')?.focus({ preventScroll: true });
}

function closeOnEscape(event: KeyboardEvent, host: HTMLElement): void {
  if (event.key !== 'Escape') return;
  // A dialog of the page around stays open, too.
  event.preventDefault();
  event.stopPropagation();
  closePanel(host);
}
