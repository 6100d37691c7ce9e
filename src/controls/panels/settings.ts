import { html, type TemplateResult } from 'lit';
import type { Embed } from '../../../server/reader/contract.ts';
import { themes, type Theme } from '../../reader/settings.ts';
import type { ShownPages } from '../panels.ts';
import type { ShownSettings } from '../settings/shown-settings.ts';
import { SvcSettings } from '../svc-settings.ts';

export const elements = { 'svc-settings': SvcSettings };

export function render({ state, text, theme, embed, page }: ShownPages): TemplateResult {
  const own = embed?.theme.name ?? null;
  const reading = page.pages;
  return html`<svc-settings
    exportparts="panel"
    .shown=${
      {
        text,
        settings: state.settings,
        theme,
        choices: themeChoices(embed),
        own: own === 'system' ? null : own,
        branding: embed?.theme.tokens ?? {},
        mode: reading?.mode ?? 'pages',
        direction: reading?.current.section.direction ?? 'ltr',
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
