import { html, nothing, type TemplateResult } from 'lit';
import { icons } from '../icons.ts';
import { renderSheetHandle, startSheetDrag } from './sheet.ts';
import { PanelRequestEvent } from '../../events/request-events.ts';

/** A panel's content and its placement over the page. */
export interface PanelFrameOptions {
  /** `side` is modal and dims the page, and `pop` leaves the page visible. */
  shape: 'side' | 'pop';
  title: string;
  /** Label of the close button. */
  close: string;
  /**
   * Label of the handle that resizes a `pop` panel on a phone. Without it, the panel has no handle.
   */
  resize?: string;
  /** Controls between the title and the close button. */
  actions?: unknown;
  /** Fixed content between the header and the body, such as tabs or a field. */
  above?: unknown;
  /** Scrollable content of the body. */
  content: unknown;
}

/** Renders a panel's frame. Requires `panelStyles` in the shadow root. */
export function renderPanelFrame(host: HTMLElement, frame: PanelFrameOptions): TemplateResult {
  const { shape, title, close, resize, actions = nothing, above = nothing, content } = frame;
  const isSide = shape === 'side';
  return html`
    <div class=${isSide ? 'scrim dim' : 'scrim'} @click=${() => closePanel(host)}></div>
    <div
      class="panel ${shape} ${resize ? 'sheet' : ''}"
      part="panel"
      role="dialog"
      aria-modal=${isSide ? 'true' : nothing}
      aria-labelledby="panel-title"
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => closeOnEscape(event, host)}
    >
      <div
        class="head"
        @pointerdown=${(event: PointerEvent) => startSheetDrag(event, () => closePanel(host))}
      >
        ${resize ? renderSheetHandle(resize) : nothing}
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

/** Requests that the panel close. */
export function closePanel(host: HTMLElement): void {
  host.dispatchEvent(new PanelRequestEvent(null));
}

/** Focuses a panel that has just opened. */
export function focusPanel(root: ParentNode): void {
  root.querySelector<HTMLElement>('.panel')?.focus({ preventScroll: true });
}

function closeOnEscape(event: KeyboardEvent, host: HTMLElement): void {
  if (event.key !== 'Escape') return;
  // Prevent a dialog of the host page from closing as well.
  event.preventDefault();
  event.stopPropagation();
  closePanel(host);
}
