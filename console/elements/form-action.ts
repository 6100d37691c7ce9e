import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { ApiError, type FieldError } from '../api/request.ts';
import { t } from '../i18n/translate.ts';
import { announce } from './announce.ts';
import { keepFocus } from './keep-focus.ts';
import { describeError, describeFieldError } from './task-view.ts';

// Actions disable and remove controls.
keepFocus();

/** Submits a form or runs a button's action. Holds the running state and the errors by field. */
export class FormAction implements ReactiveController {
  isBusy = false;
  error: unknown = null;
  readonly #host: ReactiveControllerHost;
  /** Fields that show their errors. */
  readonly #shown = new Set<string>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /**
   * Returns a listener that runs the work with the form's values. Ignores repeated submissions.
   *
   * @param done - Announced after a success. Null if screen readers learn it in another way, such
   * as by a new dialog.
   */
  submit(work: (values: FormData) => Promise<unknown>, done: string | null) {
    return (event: SubmitEvent): void => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement) {
        const form = event.target;
        void this.#runForm(form, work, done);
      }
    };
  }

  async #runForm(
    form: HTMLFormElement,
    work: (values: FormData) => Promise<unknown>,
    done: string | null,
  ) {
    await this.run(() => work(new FormData(form)), done);
    if (this.error) focusInvalid(form);
  }

  /** @param done - See `submit`. */
  async run(work: () => Promise<unknown>, done: string | null): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.clear();
    this.#host.requestUpdate();
    try {
      await work();
      if (done !== null) announce(done);
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
      this.#host.requestUpdate();
    }
    await this.#host.updateComplete;
  }

  clear(): void {
    this.error = null;
    this.#shown.clear();
  }

  /** Returns the message for a field, or null. Render it beside the field. */
  fieldError(name: string): string | null {
    return this.#find(name)?.message ?? null;
  }

  /** Like `fieldError`, for a field with one value per line. The message names the line. */
  lineError(name: string): string | null {
    const found = this.#find(name);
    if (!found) return null;
    const { message, step } = found;
    return step === '' ? message : t('fieldError.line', { line: Number(step) + 1, message });
  }

  #find(name: string): { message: string; step: string } | null {
    const found = this.#fieldErrors().find(([pointer]) => isWithin(pointer, name));
    if (!found) return null;
    this.#shown.add(name);
    const [pointer, error] = found;
    const [step = ''] = pointer.slice(name.length + 2).split('/');
    return { message: describeFieldError(error), step };
  }

  /** Whether the server rejected the change because of the resource's current state. */
  isConflict(): boolean {
    return this.error instanceof ApiError && this.error.code === 'conflict';
  }

  /** Returns the form's error, or a summary of the fields' errors. Render it after the fields. */
  renderError() {
    return html`<div class="form-error" role="alert">${this.#summary()}</div>`;
  }

  #summary(): unknown {
    if (!this.error) return nothing;
    const errors = this.#fieldErrors();
    if (errors.length === 0) return describeError(this.error);
    const hidden = errors.filter(
      ([pointer]) => ![...this.#shown].some((name) => isWithin(pointer, name)),
    );
    if (hidden.length === 0) return t('fieldError.summary', { count: errors.length });
    return hidden.map(([, error]) => html`<p>${describeFieldError(error)}</p>`);
  }

  #fieldErrors(): [string, FieldError][] {
    return this.error instanceof ApiError ? [...this.error.fields] : [];
  }
}

/** Moves the focus to the first field with an error, if there is one. */
export function focusInvalid(form: Element): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid=true]');
  const folded = wrong?.closest('details');
  if (folded) folded.open = true;
  wrong?.focus();
}

/** Whether a JSON Pointer names the member or something inside it. */
function isWithin(pointer: string, name: string): boolean {
  return pointer === `/${name}` || pointer.startsWith(`/${name}/`);
}

export interface Field {
  name: string;
  /** Defaults to `name`. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  autocomplete?: AutoFill;
  hint?: string | TemplateResult;
  value?: string;
  isOptional?: boolean;
  minLength?: number;
  /** Whether the value is written from left to right, such as a code or URL. */
  isCode?: boolean;
}

/** A text field with its label, hint and error. Ids must be unique on the page. */
export function textField(action: FormAction, field: Field) {
  const { name, id = name, label, hint, type = 'text' } = field;
  const error = action.fieldError(name);
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      name=${name}
      type=${type}
      .value=${field.value ?? ''}
      autocomplete=${field.autocomplete ?? 'off'}
      minlength=${field.minLength ?? nothing}
      ?required=${!field.isOptional}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby=${notes || nothing}
      dir=${type === 'email' || field.isCode ? 'ltr' : nothing}
    />
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

interface LinesField {
  name: string;
  /** Defaults to the name. */
  id?: string;
  label: string;
  hint?: string;
  lines?: readonly string[];
  isRequired?: boolean;
  example?: string;
  /** Whether the values are written from left to right, such as codes or URLs. */
  isCode?: boolean;
}

/** A text field with one value per line, and its label, hint and error. */
export function linesField(action: FormAction, field: LinesField) {
  const { name, id = name, label, hint, lines = [], example } = field;
  const error = action.lineError(name);
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea
      id=${id}
      name=${name}
      rows=${Math.min(6, Math.max(2, lines.length + 1))}
      dir=${field.isCode ? 'ltr' : 'auto'}
      placeholder=${example ?? nothing}
      ?required=${field.isRequired}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby=${notes || nothing}
      .value=${lines.join('\n')}
    ></textarea>
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

/** Splits text with one value per line. */
export function linesOf(values: FormData, name: string): string[] {
  return String(values.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
