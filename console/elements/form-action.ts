import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { ApiError } from '../api/request.ts';
import { describeError } from './task-view.ts';

/** Sends a form or runs the action of a button: state while running, and errors by field. */
export class FormAction implements ReactiveController {
  isBusy = false;
  error: unknown = null;
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Returns a listener that runs the work with the form's values. Ignores repeated submissions. */
  submit(work: (values: FormData) => Promise<unknown>) {
    return (event: SubmitEvent): void => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement) {
        const form = event.target;
        void this.#runForm(form, work);
      }
    };
  }

  async #runForm(form: HTMLFormElement, work: (values: FormData) => Promise<unknown>) {
    await this.run(() => work(new FormData(form)));
    if (this.error) form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }

  async run(work: () => Promise<unknown>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.error = null;
    this.#host.requestUpdate();
    try {
      await work();
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
  }

  /** Message for a field, or null. */
  fieldError(name: string): string | null {
    return this.error instanceof ApiError ? (this.error.fields.get(`/${name}`) ?? null) : null;
  }

  /** Whether the server rejected the change because of the current state. */
  isConflict(): boolean {
    return this.error instanceof ApiError && this.error.code === 'conflict';
  }

  /** The error that belongs to no field. */
  renderError() {
    if (!this.error || (this.error instanceof ApiError && this.error.fields.size > 0)) {
      return html`<p class="form-error" role="alert"></p>`;
    }
    return html`<p class="form-error" role="alert">${describeError(this.error)}</p>`;
  }
}

export interface Field {
  name: string;
  /** Defaults to the name. */
  id?: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'date';
  autocomplete?: AutoFill;
  hint?: string;
  value?: string;
  isOptional?: boolean;
  minLength?: number;
  /** Whether the value is a code, a URL or the like, which is written from left to right. */
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
