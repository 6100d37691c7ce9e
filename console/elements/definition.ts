import { html, type TemplateResult } from 'lit';
import { t } from '../i18n/translate.ts';

const referenceUrl = '/docs/guide/reference/analytics#numbers';

/**
 * A button that explains a number.
 *
 * @param id - Unique on the page.
 */
export function definition(
  id: string,
  term: string,
  text: string,
  url = referenceUrl,
): TemplateResult {
  return html`<button
      type="button"
      class="quiet info"
      popovertarget=${id}
      aria-label=${t('definition.show', { term })}
    >
      ?
    </button>
    <div class="popover" popover id=${id}>
      <p><strong>${term}.</strong> ${text}</p>
      <p><a href=${url} target="_blank" rel="external noopener">${t('definition.more')}</a></p>
    </div>`;
}
