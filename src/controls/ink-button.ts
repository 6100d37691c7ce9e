import { html, nothing, type TemplateResult } from 'lit';
import type { MarkColor } from '../marks/mark.ts';
import type { Messages } from '../text/messages.ts';
import { icons } from './icons.ts';

/** A colour that can be chosen, for roots that wear `inkStyles`. */
export function inkButton(
  text: Messages,
  color: MarkColor,
  isChosen: boolean,
  onClick: () => void,
): TemplateResult {
  const name = text.colors[color];
  return html`<button
    type="button"
    aria-label=${name}
    title=${name}
    aria-pressed=${String(isChosen)}
    @click=${onClick}
  >
    <span class="ink ${color}">${isChosen ? icons.check : nothing}</span>
  </button>`;
}
