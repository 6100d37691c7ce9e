import { html, type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/** Options of a radio group. */
export interface ChoiceOptions<Value> {
  /** Name of the radio group, unique in the panel. */
  name: string;
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onPick: (value: Value) => void;
}

/** A radio group as a row of segments. */
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

/** A radio group as tiles with a sample above each label. */
export function renderTiles<Value extends string | null>(
  choices: SampledChoices<Value>,
): TemplateResult {
  return renderSampled(
    'tiles',
    choices,
    html`<span class="sample" aria-hidden="true"><i>A</i>a</span>`,
  );
}

/** A radio group as a list of names, such as those of typefaces. */
export function renderNames<Value extends string>(choices: SampledChoices<Value>): TemplateResult {
  return renderSampled('names', choices, nothing);
}

/** Options with a class that styles their label or sample. */
type SampledChoices<Value> = ChoiceOptions<Value> & { sample: (value: Value) => string };

function renderSampled<Value extends string | null>(
  layout: 'tiles' | 'names',
  { name, legend, value, options, onPick, sample }: SampledChoices<Value>,
  picture: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<fieldset class=${name}>
    <legend>${legend}</legend>
    <div class=${layout}>
      ${options.map(
        (option) =>
          html`<label class=${sample(option.value)}
            ><input
              type="radio"
              name=${name}
              .checked=${live(option.value === value)}
              @change=${() => onPick(option.value)}
            />${picture}<span class="label">${option.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** Options of a stepper. */
interface StepperOptions<Value> {
  /** Element id, unique in the panel. */
  name: string;
  label: string;
  value: Value;
  /** Values from smallest to largest. */
  steps: readonly Value[];
  /** The formatted value. */
  valueText: string;
  /** Label and content of the two buttons. */
  decrease: { label: string; content: unknown };
  increase: { label: string; content: unknown };
  onPick: (value: Value) => void;
}

/**
 * Two buttons with the value between them. Buttons at the end of the range are not disabled because
 * they may have the focus.
 */
export function renderStepper<Value>(options: StepperOptions<Value>): TemplateResult {
  const { name, label, valueText, decrease, increase } = options;
  return html`<div class="stepper" role="group" aria-labelledby=${name}>
    <span class="name" id=${name}>${label}</span>
    <div class="steps">
      ${renderStepButton(options, decrease, -1)}<output>${valueText}</output>${renderStepButton(options, increase, 1)}
    </div>
  </div>`;
}

function renderStepButton<Value>(
  { value, steps, onPick }: StepperOptions<Value>,
  { label, content }: StepperOptions<Value>['decrease'],
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
    ${content}
  </button>`;
}
