import { html, nothing, type TemplateResult } from 'lit';
import type { Book, BookPatch, ConsoleBook } from '../api/contract.ts';
import type { FormAction } from '../elements/form-action.ts';
import { t } from '../i18n/translate.ts';

export type ContributorRow = Book['contributors'][number];

interface RecordForm {
  action: FormAction;
  found: ConsoleBook;
  canWrite: boolean;
  /** Contributors as edited. */
  contributors: readonly ContributorRow[];
  onContributors: (contributors: ContributorRow[]) => void;
  submit: (event: SubmitEvent) => void;
  isSaved: boolean;
}

/** Common MARC relator codes. Other codes do not change. */
const roles = ['aut', 'edt', 'trl', 'ill', 'nrt', 'ctb'] as const;
const sources = [
  'manual',
  'onix',
  'epub',
  'catalogue',
  'opds',
  'openlibrary',
  'googlebooks',
  'text',
] as const;

/** The form for the book's record, which shows the source of each value. */
export function recordForm(form: RecordForm): TemplateResult {
  const { action, found, canWrite, submit, isSaved } = form;
  const { book } = found;
  const line = (name: keyof Book, label: string, value: string, hint?: string) =>
    field(
      form,
      name,
      label,
      hint,
      (id, describedBy) =>
        html`<input
          id=${id}
          name=${name}
          .value=${value}
          dir="auto"
          autocomplete="off"
          aria-describedby=${describedBy}
          aria-invalid=${action.fieldError(name) ? 'true' : nothing}
        />`,
    );
  const lines = (name: keyof Book, label: string, value: string, rows: number, hint?: string) =>
    field(
      form,
      name,
      label,
      hint,
      (id, describedBy) =>
        html`<textarea
          id=${id}
          name=${name}
          rows=${rows}
          .value=${value}
          dir="auto"
          aria-describedby=${describedBy}
        ></textarea>`,
    );
  return html`<section class="card" aria-labelledby="record-heading">
    <h2 id="record-heading">${t('record.title')}</h2>
    <p class="hint">${t('record.text')}</p>
    <form @submit=${submit}>
      <fieldset class="stack" role="none" ?disabled=${!canWrite}>
        ${line('title', t('record.bookTitle'), book.title)}
        ${line('subtitle', t('record.subtitle'), book.subtitle ?? '')} ${contributorFields(form)}
        ${lines('description', t('record.description'), book.description ?? '', 5)}
        <div class="columns">
          ${line('languages', t('record.languages'), book.languages.join(', '), t('record.languagesHint'))}
          ${line('identifiers', t('record.isbn'), isbnsOf(book), t('record.isbnHint'))}
          ${line('publisher', t('record.publisher'), book.publisher ?? '')}
        </div>
        ${lines('subjects', t('record.subjects'), subjectsOf(book), 3, t('record.subjectsHint'))}
        ${action.renderError()}
        ${isSaved ? html`<p class="notice">${t('book.saved')}</p>` : nothing}
        ${
          canWrite
            ? html`<button type="submit" class="primary" ?disabled=${action.isBusy}>
                ${t('record.save')}
              </button>`
            : nothing
        }
      </fieldset>
    </form>
  </section>`;
}

function field(
  { action, found }: RecordForm,
  name: keyof Book,
  label: string,
  hint: string | undefined,
  control: (id: string, describedBy: string) => TemplateResult,
): TemplateResult {
  const id = `record-${name}`;
  const error = action.fieldError(name);
  const notes = [hint && `${id}-hint`, `${id}-source`, error && `${id}-error`];
  return html`<div class="field">
    <span class="label">
      <label for=${id}>${label}</label>
      <span class="source" id="${id}-source">${sourceOf(found, name)}</span>
    </span>
    ${control(id, notes.filter(Boolean).join(' '))}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
    ${error ? html`<p class="field-error" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

function contributorFields(form: RecordForm): TemplateResult {
  const { action, found, contributors, onContributors } = form;
  const error = action.fieldError('contributors');
  const replace = (index: number, change: Partial<ContributorRow>) =>
    onContributors(contributors.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const add = () =>
    onContributors([
      ...contributors,
      { name: '', sortName: null, role: 'aut', birthYear: null, deathYear: null },
    ]);
  return html`<div
    class="field"
    role="group"
    aria-labelledby="contributors-label"
    aria-describedby=${error ? 'contributors-error' : nothing}
  >
    <span class="label">
      <span id="contributors-label">${t('record.contributors')}</span>
      <span class="source">${sourceOf(found, 'contributors')}</span>
    </span>
    ${contributors.map(
      ({ name, role }, index) =>
        html`<div class="pair">
          <input
            .value=${name}
            dir="auto"
            autocomplete="off"
            aria-label=${t('record.contributorName', { position: index + 1 })}
            @input=${(event: Event) =>
              // The name now belongs to another person.
              replace(index, {
                name: valueOf(event),
                sortName: null,
                birthYear: null,
                deathYear: null,
              })}
          />
          <select
            aria-label=${t('record.contributorRole', { position: index + 1 })}
            @change=${(event: Event) => replace(index, { role: valueOf(event) })}
          >
            ${[...new Set([...roles, role])].map(
              (one) =>
                html`<option value=${one} ?selected=${one === role}>${roleLabel(one)}</option>`,
            )}
          </select>
          <button
            type="button"
            class="quiet"
            aria-label=${t('record.removeContributor', { position: index + 1 })}
            @click=${() => onContributors(contributors.filter((_, at) => at !== index))}
          >
            ✕
          </button>
        </div>`,
    )}
    ${error ? html`<p class="field-error" id="contributors-error">${error}</p>` : nothing}
    <button type="button" class="start" @click=${add}>${t('record.addContributor')}</button>
  </div>`;
}

function roleLabel(role: string): string {
  const known = roles.find((one) => one === role);
  return known ? t(`contributor.${known}`) : `${t('contributor.ctb')} (${role})`;
}

/**
 * Returns the source of a value, such as “From the EPUB file”. Empty for fields without a value.
 */
function sourceOf({ book, provenance }: ConsoleBook, name: keyof Book): string {
  // A book can have other identifiers, which the form does not show.
  if (name === 'identifiers' && isbnsOf(book) === '') return '';
  const stated = Object.hasOwn(provenance, name) ? provenance[name]?.source : undefined;
  const source = sources.find((one) => one === stated);
  return source ? t(`source.${source}`) : '';
}

function isbnsOf({ identifiers }: Book): string {
  return identifiers
    .filter(({ scheme }) => scheme === 'isbn')
    .map(({ value }) => value)
    .join(', ');
}

function subjectsOf({ subjects }: Book): string {
  return subjects.map(({ label }) => label).join('\n');
}

/** Returns the changes of the form's values. */
export function readRecordForm(
  values: FormData,
  book: Book,
  contributors: readonly ContributorRow[],
): Partial<BookPatch> {
  const text = (name: string) => String(values.get(name) ?? '').replaceAll('\r\n', '\n');
  const patch: Partial<BookPatch> = {};
  if (text('title') !== book.title) patch.title = text('title');
  for (const name of ['subtitle', 'description', 'publisher'] as const) {
    if (text(name) !== (book[name] ?? '')) patch[name] = text(name).trim() || null;
  }
  if (text('languages') !== book.languages.join(', ')) patch.languages = listOf(text('languages'));
  if (text('identifiers') !== isbnsOf(book)) {
    patch.identifiers = [
      ...book.identifiers.filter(({ scheme }) => scheme !== 'isbn'),
      ...listOf(text('identifiers')).map((value) => ({ scheme: 'isbn', value })),
    ];
  }
  if (text('subjects') !== subjectsOf(book)) {
    patch.subjects = text('subjects')
      .split('\n')
      .map((label) => label.trim())
      .filter((label) => label !== '')
      .map(
        (label) =>
          book.subjects.find((one) => one.label === label) ?? { scheme: null, code: null, label },
      );
  }
  if (contributors !== book.contributors) {
    patch.contributors = contributors.filter(({ name }) => name.trim() !== '');
  }
  return patch;
}

function listOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((one) => one !== '');
}

function valueOf({ target }: Event): string {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  return isField ? target.value : '';
}
