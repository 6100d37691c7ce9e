import { html, type TemplateResult } from 'lit';
import type { Embed } from '../../../server/reader/contract.ts';
import { themes, type Theme } from '../../reader/settings.ts';
import type { ShownPages } from '../panels.ts';
import type { ShownSettings } from '../settings/shown-settings.ts';
import { SvcSettings } from '../svc-settings.ts';

export const elements = { 'svc-settings': SvcSettings };

export function render({
  state,
  text,
  theme,
  ownTheme = null,
  embed,
  page,
}: ShownPages): TemplateResult {
  const reading = page.pages;
  const isFixed = embed?.readingOrder.every(({ layout }) => layout === 'fixed') ?? false;
  return html`<svc-settings
    exportparts="panel"
    .shown=${
      {
        text,
        settings: state.settings,
        theme,
        choices: themeChoices(embed),
        own: ownTheme === 'system' ? null : ownTheme,
        branding: embed?.theme.tokens ?? {},
        mode: reading?.mode ?? 'pages',
        direction: reading?.current.section.direction ?? 'ltr',
        // A page that states no size is set as text.
        isFixed: isFixed && (reading?.current.isFixed ?? true),
        hasRuby: reading?.roots.some((root) => root.querySelector('ruby')) ?? false,
      } satisfies ShownSettings
    }
  ></svc-settings>`;
}

/** The themes that the house lets a person choose. */
function themeChoices(embed: Embed | undefined): readonly Theme[] {
  const features = embed?.deployment?.features;
  if (!features) return themes;
  if (!features.readerSettings) return [];
  const isOffered = (theme: Theme) => features.themes.some((one) => one === theme);
  return themes.filter((theme) =>
    theme === 'system' ? isOffered('light') && isOffered('dark') : isOffered(theme),
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-settings': SvcSettings;
  }
}
