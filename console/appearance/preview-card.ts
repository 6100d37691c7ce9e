import { html, type TemplateResult } from 'lit';
import type { Deployment } from '../api/contract.ts';
import { readerPreview, type Screen, screens } from '../elements/reader-preview.ts';
import { formatNumber, t } from '../i18n/translate.ts';

const screenNames = ['phone', 'tablet', 'desktop'] as const satisfies readonly Screen[];

interface PreviewCard {
  /** API path of the book to show. */
  path: string;
  deployment: Deployment;
  theme: string;
  /** Values of all tokens by name. Empty for the default. */
  tokens: Readonly<Record<string, string>>;
  screen: Screen;
  onScreen: (screen: Screen) => void;
}

/** The preview with a button for each screen. */
export function previewCard({ onScreen, ...preview }: PreviewCard): TemplateResult {
  return html`<section class="card live" aria-labelledby="preview-title">
    <header class="title">
      <h2 id="preview-title">${t('embed.preview')}</h2>
      <div class="tabs" role="group" aria-label=${t('appearance.screen')}>
        ${screenNames.map(
          (one) =>
            html`<button
              type="button"
              aria-pressed=${one === preview.screen}
              @click=${() => onScreen(one)}
            >
              ${t(`screen.${one}`)}
              <small>${formatNumber(screens[one].width)}</small>
            </button>`,
        )}
      </div>
    </header>
    ${readerPreview(preview)}
  </section>`;
}
