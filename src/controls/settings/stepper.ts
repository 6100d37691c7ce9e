import { html, type TemplateResult } from 'lit';

/** Something that goes up and down by steps. */
export interface Steps<Value> {
  /** Of its id; none other in the panel has it. */
  name: string;
  label: string;
  value: Value;
  /** From the least to the most. */
  steps: readonly Value[];
  /** The value, ready to be read. */
  told: string;
  /** Names of its buttons, and what stands on them. */
  less: { label: string; sign: unknown };
  more: { label: string; sign: unknown };
  onPick: (value: Value) => void;
}

/** Two buttons and the value between them. At an end its button stays: it may have the focus. */
export function stepper<Value>(wanted: Steps<Value>): TemplateResult {
  const { name, label, told, less, more } = wanted;
  return html`<div class="stepper" role="group" aria-labelledby=${name}>
    <span class="name" id=${name}>${label}</span>
    <div class="steps">
      ${button(wanted, less, -1)}<output>${told}</output>${button(wanted, more, 1)}
    </div>
  </div>`;
}

function button<Value>(
  { value, steps, onPick }: Steps<Value>,
  { label, sign }: Steps<Value>['less'],
  step: 1 | -1,
): TemplateResult {
  const next = steps.indexOf(value) + step;
  const isEnd = next < 0 || next >= steps.length;
  return html`<button
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${isEnd}
    @click=${() => steps.slice(next, next + 1).forEach((one) => !isEnd && onPick(one))}
  >
    ${sign}
  </button>`;
}
