import { html, nothing, type TemplateResult } from 'lit';
import {
  type FontChoice,
  type Theme,
  settingChoices,
  type Settings,
  type Mode,
} from '../../state/settings.ts';
import { renderSegments, renderTiles, renderStepper } from './setting-controls.ts';
import type { WantedSettings } from '../../events/request-events.ts';
import type { Token } from '../../../shared/theme-tokens.ts';
import type { Messages } from '../../i18n/messages.ts';

/** What most people look for: the size, the colours, the font, and how to move on. */
export function renderBasicSettings(shown: SettingsView, ask: RequestSettings): TemplateResult {
  const { messages, isFixed } = shown;
  return html`
    ${isFixed ? nothing : renderTextSize(shown, ask)}
    ${shown.themeChoices.length > 1 ? renderThemes(shown, ask) : nothing}
    ${isFixed ? nothing : renderFonts(shown, ask)}
    ${renderSegments({
      name: 'mode',
      legend: messages.layout,
      value: shown.mode,
      options: [
        { value: 'pages', label: messages.layoutPages },
        { value: 'scroll', label: messages.layoutScroll },
      ],
      onPick: (mode) => ask({ mode }),
    })}
  `;
}

function renderTextSize({ messages, settings }: SettingsView, ask: RequestSettings) {
  const letter = html`<span aria-hidden="true">A</span>`;
  return html`<div class="size">
    ${renderStepper({
      name: 'size',
      label: messages.textSize,
      value: settings.fontScale,
      steps: settingChoices.fontScale,
      valueText: messages.percent(settings.fontScale),
      decrease: { label: messages.smaller, sign: letter },
      increase: { label: messages.larger, sign: letter },
      onPick: (fontScale) => ask({ fontScale }),
    })}
  </div>`;
}

function renderThemes(
  { messages, settings, theme, themeChoices, defaultTheme }: SettingsView,
  ask: RequestSettings,
) {
  const names: Record<Theme, string> = {
    light: messages.themeLight,
    dark: messages.themeDark,
    sepia: messages.themeSepia,
    contrast: messages.themeContrast,
    system: messages.themeSystem,
  };
  const offered: { value: Theme | null; label: string }[] = themeChoices.map((value) => ({
    value,
    label: names[value],
  }));
  return renderTiles({
    name: 'theme',
    legend: messages.theme,
    value: defaultTheme && settings.theme === null ? null : theme,
    options: defaultTheme
      ? [...offered, { value: null, label: messages.publisherDefault }]
      : offered,
    sample: (value) => (value ? `theme-sample ${value}` : `theme-sample own ${defaultTheme}`),
    onPick: (wanted) => ask({ theme: wanted }),
  });
}

function renderFonts({ messages, settings }: SettingsView, ask: RequestSettings) {
  const names: Record<FontChoice, string> = {
    book: messages.publisherDefault,
    serif: messages.fontSerif,
    sans: messages.fontSans,
    system: messages.fontSystem,
    // Its name in every language.
    dyslexic: 'OpenDyslexic',
  };
  return renderTiles({
    name: 'font',
    legend: messages.font,
    value: settings.font,
    options: settingChoices.font.map((value) => ({ value, label: names[value] })),
    sample: (value) => `font-sample ${value}`,
    onPick: (font) => ask({ font }),
  });
}

type SpacingSetting = 'lineHeight' | 'paragraphSpacing' | 'letterSpacing' | 'wordSpacing';

/** The rest: spacing, margins, columns, alignment, hyphenation, ruby. */
export function renderAdvancedSettings(shown: SettingsView, ask: RequestSettings): TemplateResult {
  const { messages, settings, mode } = shown;
  return html`
    ${renderSpacing(shown, 'lineHeight', messages.lineHeight, ask)}
    ${renderSpacing(shown, 'paragraphSpacing', messages.paragraphSpacing, ask)}
    ${renderSpacing(shown, 'letterSpacing', messages.letterSpacing, ask)}
    ${renderSpacing(shown, 'wordSpacing', messages.wordSpacing, ask)}
    ${renderSegments({
      name: 'margins',
      legend: messages.margins,
      value: settings.margins,
      options: [
        { value: 'narrow', label: messages.marginsNarrow },
        { value: 'normal', label: messages.marginsNormal },
        { value: 'wide', label: messages.marginsWide },
      ],
      onPick: (margins) => ask({ margins }),
    })}
    ${
      mode === 'pages'
        ? renderSegments({
            name: 'columns',
            legend: messages.columns,
            value: settings.columns,
            options: [
              { value: 'auto', label: messages.columnsAuto },
              { value: 'one', label: messages.columnsOne },
              { value: 'two', label: messages.columnsTwo },
            ],
            onPick: (columns) => ask({ columns }),
          })
        : nothing
    }
    ${renderLineSettings(shown, ask)}
  `;
}

/** How lines begin and end, and what stands above them. */
function renderLineSettings(
  { messages, settings, direction, hasRuby }: SettingsView,
  ask: RequestSettings,
): TemplateResult {
  return html`
    ${renderSegments({
      name: 'align',
      legend: messages.align,
      value: settings.align,
      options: [
        { value: 'book', label: messages.publisherDefault },
        { value: 'start', label: direction === 'rtl' ? messages.alignRight : messages.alignLeft },
        { value: 'justify', label: messages.alignJustify },
      ],
      onPick: (align) => ask({ align }),
    })}
    ${renderSegments({
      name: 'hyphens',
      legend: messages.hyphens,
      value: settings.hyphens,
      options: [
        { value: 'book', label: messages.publisherDefault },
        { value: 'auto', label: messages.on },
        { value: 'none', label: messages.off },
      ],
      onPick: (hyphens) => ask({ hyphens }),
    })}
    ${
      hasRuby
        ? renderSegments({
            name: 'ruby',
            legend: messages.ruby,
            value: settings.ruby,
            options: [
              { value: 'shown', label: messages.on },
              { value: 'hidden', label: messages.off },
            ],
            onPick: (ruby) => ask({ ruby }),
          })
        : nothing
    }
  `;
}

function renderSpacing(
  { messages, settings }: SettingsView,
  name: SpacingSetting,
  label: string,
  ask: RequestSettings,
): TemplateResult {
  const value = settings[name];
  const wanted = (one: Settings[SpacingSetting]): WantedSettings => ({ [name]: one });
  return renderStepper<number | null>({
    name,
    label,
    value,
    steps: settingChoices[name],
    valueText: value === null ? messages.publisherDefault : messages.percent(value),
    decrease: { label: messages.less(label), sign: '−' },
    increase: { label: messages.more(label), sign: '+' },
    onPick: (one) => ask(wanted(one)),
  });
}

/** What the typography panel shows. */
export interface SettingsView {
  messages: Messages;
  settings: Settings;
  /** The theme in force: the person's, else the page's. */
  theme: Theme;
  /** The themes to choose from. */
  themeChoices: readonly Theme[];
  /** The theme that the page or its publisher wants; null for none of their own. */
  defaultTheme: Theme | null;
  /** The house’s tokens, which the samples of the themes show too. */
  branding: Readonly<Record<string, Token>>;
  /** The mode in force. */
  mode: Mode;
  /** Of the text on screen. */
  direction: 'ltr' | 'rtl';
  /** Whether all of the book is of fixed layout: its type is its publisher's. */
  isFixed: boolean;
  /** Whether there is ruby to hide. */
  hasRuby: boolean;
}

/** Asks for another look. */
type RequestSettings = (settings: WantedSettings) => void;
