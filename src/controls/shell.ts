import { html, type TemplateResult } from 'lit';

/** Lines of text to come, in the place where they will stand. */
export const skeleton: TemplateResult = html`<div class="skeleton" aria-hidden="true">
  ${Array.from({ length: 14 }, () => html`<i></i>`)}
</div>`;

/** Stands where nothing can be loaded, not even the words to say so. */
export function strandedNotice(onRetry: () => void): TemplateResult {
  return html`<div class="stranded" role="alert" lang="en">
    You seem to be offline
    <button type="button" part="retry" @click=${onRetry}>Try again</button>
  </div>`;
}
