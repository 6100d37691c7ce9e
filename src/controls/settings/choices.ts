import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** Something to choose one of. */
export interface Choices<Value> {
  /** Of the radio buttons; none other in the panel has it. */
  name: string;
  legend: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onPick: (value: Value) => void;
}

/** One of a few words, side by side. */
export function segments<Value extends string | null>(choices: Choices<Value>): TemplateResult {
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
export function tiles<Value extends string | null>(
  choices: Choices<Value> & { sample: (value: Value) => string },
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
