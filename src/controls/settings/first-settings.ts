import { html, nothing, type TemplateResult } from 'lit';
import type { FontChoice, Theme } from '../../reader/settings.ts';
import { settingChoices } from '../../reader/settings.ts';
import { segments, tiles } from './choices.ts';
import type { AskFor, ShownSettings } from './shown-settings.ts';
import { stepper } from './stepper.ts';

/** What most people look for: the size, the colours, the font, and how to move on. */
export function firstSettings(shown: ShownSettings, ask: AskFor): TemplateResult {
  const { text, isFixed } = shown;
  return html`
    ${isFixed ? nothing : size(shown, ask)}
    ${shown.choices.length > 1 ? themes(shown, ask) : nothing}
    ${isFixed ? nothing : fonts(shown, ask)}
    ${segments({
      name: 'mode',
      legend: text.mode,
      value: shown.mode,
      options: [
        { value: 'pages', label: text.modePages },
        { value: 'scroll', label: text.modeScroll },
      ],
      onPick: (mode) => ask({ mode }),
    })}
  `;
}

function size({ text, settings }: ShownSettings, ask: AskFor) {
  const letter = html`<span aria-hidden="true">A</span>`;
  return html`<div class="size">
    ${stepper({
      name: 'size',
      label: text.textSize,
      value: settings.fontScale,
      steps: settingChoices.fontScale,
      told: text.percent(settings.fontScale),
      less: { label: text.smaller, sign: letter },
      more: { label: text.larger, sign: letter },
      onPick: (fontScale) => ask({ fontScale }),
    })}
  </div>`;
}

function themes({ text, settings, theme, choices, own }: ShownSettings, ask: AskFor) {
  const names: Record<Theme, string> = {
    light: text.themeLight,
    dark: text.themeDark,
    sepia: text.themeSepia,
    contrast: text.themeContrast,
    system: text.themeSystem,
  };
  const offered: { value: Theme | null; label: string }[] = choices.map((value) => ({
    value,
    label: names[value],
  }));
  return tiles({
    name: 'theme',
    legend: text.theme,
    value: own && settings.theme === null ? null : theme,
    options: own ? [...offered, { value: null, label: text.asPublished }] : offered,
    sample: (value) => (value ? `theme-sample ${value}` : `theme-sample own ${own}`),
    onPick: (wanted) => ask({ theme: wanted }),
  });
}

function fonts({ text, settings }: ShownSettings, ask: AskFor) {
  const names: Record<FontChoice, string> = {
    book: text.asPublished,
    serif: text.fontSerif,
    sans: text.fontSans,
    system: text.fontSystem,
    // Its name in every language.
    dyslexic: 'OpenDyslexic',
  };
  return tiles({
    name: 'font',
    legend: text.font,
    value: settings.font,
    options: settingChoices.font.map((value) => ({ value, label: names[value] })),
    sample: (value) => `font-sample ${value}`,
    onPick: (font) => ask({ font }),
  });
}
