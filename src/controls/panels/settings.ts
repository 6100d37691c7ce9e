import { html, type TemplateResult } from 'lit';
import type { Embed } from '../../../server/reader/contract.ts';
import { themes, type Theme } from '../../reader/settings.ts';
import type { ShownBook } from '../panels.ts';
import { SvcSettings } from '../svc-settings.ts';

export const elements = { 'svc-settings': SvcSettings };

export function render({ state, text, theme, embed }: ShownBook): TemplateResult {
  return html`<svc-settings
    .text=${text}
    .settings=${state.settings}
    .theme=${theme}
    .choices=${themeChoices(embed)}
    .branding=${embed?.theme.tokens ?? {}}
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
