import { html, nothing, type TemplateResult } from 'lit';
import type { ChapterView } from '../api/contract.ts';
import { type FormAction, textField } from '../elements/form-action.ts';
import { dialogForm } from '../elements/modal.ts';
import { t } from '../i18n/translate.ts';

interface ChapterForm {
  action: FormAction;
  /** Null for a new chapter. */
  chapter: ChapterView | null;
  submit: (event: SubmitEvent) => void;
}

/** The form for a chapter's title, text and publication date. */
export function chapterForm({ action, chapter, submit }: ChapterForm): TemplateResult {
  const error = action.fieldError('content');
  const publishAtError = action.fieldError('publishAt');
  return dialogForm({
    action,
    submit: submit,
    label: t('chapters.save'),
    content: html` ${textField(action, {
        name: 'title',
        label: t('chapters.name'),
        value: chapter?.title ?? '',
      })}
      <div class="field">
        <label for="content">${t('chapters.content')}</label>
        <textarea
          id="content"
          name="content"
          rows="12"
          dir="auto"
          required
          aria-invalid=${error ? 'true' : nothing}
          aria-describedby="content-hint ${error ? 'content-error' : ''}"
          .value=${chapter?.content?.source ?? ''}
        ></textarea>
        <p class="hint" id="content-hint">${t('chapters.contentHint')}</p>
        ${error ? html`<p class="field-error" id="content-error">${error}</p>` : nothing}
      </div>
      ${
        chapter?.state === 'published'
          ? nothing
          : html`<div class="field">
              <label for="publishAt">${t('chapters.publishAt')}</label>
              <input
                id="publishAt"
                name="publishAt"
                type="datetime-local"
                aria-invalid=${publishAtError ? 'true' : nothing}
                aria-describedby="publishAt-hint ${publishAtError ? 'publishAt-error' : ''}"
                .value=${toLocalInput(chapter?.publishAt ?? null)}
              />
              <p class="hint" id="publishAt-hint">${t('chapters.publishAtHint')}</p>
              ${
                publishAtError
                  ? html`<p class="field-error" id="publishAt-error">${publishAtError}</p>`
                  : nothing
              }
            </div>`
      }`,
  });
}

/** Returns the values of the form. Without a date, `publishAt` is null. */
export function readChapterForm(values: FormData): {
  title: string;
  content: string;
  publishAt: string | null;
} {
  const publishAt = String(values.get('publishAt') ?? '');
  return {
    title: String(values.get('title') ?? ''),
    content: String(values.get('content') ?? ''),
    publishAt: publishAt === '' ? null : new Date(publishAt).toISOString(),
  };
}

/** Formats a time for a local date and time field. */
function toLocalInput(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
