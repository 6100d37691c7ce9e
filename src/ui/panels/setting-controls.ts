import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** Something to choose one of. */
export interface ChoiceOptions<Value> {
  /** Of the radio buttons; none other in the panel has it. */
  name: string;
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onPick: (value: Value) => void;
}

/** One of a few words, side by side. */
export function renderSegments<Value extends string | null>(
  choices: ChoiceOptions<Value>,
): TemplateResult {
  const { name, legend, value, options, onPick } = choices;
  return html`<fieldset class=${name}>
    <legend>${legend}</legend>
    <div class="segments">
      ${options.map(
        (option) =>
          html`<label
            ><input
              type="radio"
              name=${name}
              .checked=${live(option.value === value)}
              @change=${() => onPick(option.value)}
            /><span>${option.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** One of a few looks, each with a sample above its name. */
export function renderTiles<Value extends string | null>(
  choices: ChoiceOptions<Value> & { sample: (value: Value) => string },
): TemplateResult {
  const { name, legend, value, options, onPick, sample } = choices;
  return html`<fieldset class=${name}>
    <legend>${legend}</legend>
    <div class="tiles">
      ${options.map(
        (option) =>
          html`<label class=${sample(option.value)}
            ><input
              type="radio"
              name=${name}
              .checked=${live(option.value === value)}
              @change=${() => onPick(option.value)}
            /><span class="sample" aria-hidden="true"><i>A</i>a</span
            ><span class="label">${option.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** Something that goes up and down by steps. */
interface StepperOptions<Value> {
  /** Of its id; none other in the panel has it. */
  name: string;
  label: string;
  value: Value;
  /** From the least to the most. */
  steps: readonly Value[];
  /** The value, ready to be read. */
  valueText: string;
  /** Names of its buttons, and what stands on them. */
  decrease: { label: string; sign: unknown };
  increase: { label: string; sign: unknown };
  onPick: (value: Value) => void;
}

/** Two buttons and the value between them. At an end its button stays: it may have the focus. */
export function renderStepper<Value>(wanted: StepperOptions<Value>): TemplateResult {
  const { name, label, valueText, decrease, increase } = wanted;
  return html`<div class="stepper" role="group" aria-labelledby=${name}>
    <span class="name" id=${name}>${label}</span>
    <div class="steps">
      ${renderStepButton(wanted, decrease, -1)}<output>${valueText}</output>${renderStepButton(wanted, increase, 1)}
    </div>
  </div>`;
}

function renderStepButton<Value>(
  { value, steps, onPick }: StepperOptions<Value>,
  { label, sign }: StepperOptions<Value>['decrease'],
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
