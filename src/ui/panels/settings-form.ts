import { html, nothing, type TemplateResult } from 'lit';
import {
  type Theme,
  settingChoices,
  type Settings,
  type Mode,
  type PageTurn,
} from '../../state/settings.ts';
import { renderNames, renderSegments, renderTiles, renderStepper } from './setting-controls.ts';
import type { WantedSettings } from '../../events/request-events.ts';
import type { Token } from '../../../shared/theme-tokens.ts';
import {
  isTypeface,
  typefaces,
  type FontChoice,
  type TypefaceName,
} from '../../../shared/typefaces.ts';
import type { Messages } from '../../i18n/messages.ts';

/** The most frequently used settings: text size, theme, font and mode. */
export function renderBasicSettings(view: SettingsView, request: RequestSettings): TemplateResult {
  const { messages, isFixed } = view;
  return html`
    ${isFixed ? nothing : renderTextSize(view, request)}
    ${view.themeChoices.length > 1 ? renderThemes(view, request) : nothing}
    ${isFixed ? nothing : renderFonts(view, request)}
    ${renderSegments({
      name: 'mode',
      legend: messages.layout,
      value: view.mode,
      options: [
        { value: 'pages', label: messages.layoutPages },
        { value: 'scroll', label: messages.layoutScroll },
      ],
      onPick: (mode) => request({ mode }),
    })}
  `;
}

function renderTextSize({ messages, settings }: SettingsView, request: RequestSettings) {
  const letter = html`<span aria-hidden="true">A</span>`;
  return html`<div class="size">
    ${renderStepper({
      name: 'size',
      label: messages.textSize,
      value: settings.fontScale,
      steps: settingChoices.fontScale,
      valueText: messages.percent(settings.fontScale),
      decrease: { label: messages.smaller, content: letter },
      increase: { label: messages.larger, content: letter },
      onPick: (fontScale) => request({ fontScale }),
    })}
  </div>`;
}

function renderThemes(
  { messages, settings, theme, themeChoices, defaultTheme }: SettingsView,
  request: RequestSettings,
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
    onPick: (choice) => request({ theme: choice }),
  });
}

function renderFonts({ messages, settings }: SettingsView, request: RequestSettings) {
  const names: Record<Exclude<FontChoice, TypefaceName>, string> = {
    book: messages.publisherDefault,
    serif: messages.fontSerif,
    sans: messages.fontSans,
    system: messages.fontSystem,
  };
  return renderNames({
    name: 'font',
    legend: messages.font,
    value: settings.font,
    options: settingChoices.font.map((value) => ({
      value,
      label: isTypeface(value) ? typefaces[value].family : names[value],
    })),
    sample: (value) => `font-sample ${value}`,
    onPick: (font) => request({ font }),
  });
}

type SpacingSetting = 'lineHeight' | 'paragraphSpacing' | 'letterSpacing' | 'wordSpacing';

/** Other settings: spacing, margins, columns, alignment, hyphenation and ruby. */
export function renderAdvancedSettings(
  view: SettingsView,
  request: RequestSettings,
): TemplateResult {
  const { messages, settings, mode } = view;
  return html`
    ${renderSpacing(view, 'lineHeight', messages.lineHeight, request)}
    ${renderSpacing(view, 'paragraphSpacing', messages.paragraphSpacing, request)}
    ${renderSpacing(view, 'letterSpacing', messages.letterSpacing, request)}
    ${renderSpacing(view, 'wordSpacing', messages.wordSpacing, request)}
    ${renderSegments({
      name: 'margins',
      legend: messages.margins,
      value: settings.margins,
      options: [
        { value: 'narrow', label: messages.marginsNarrow },
        { value: 'normal', label: messages.marginsNormal },
        { value: 'wide', label: messages.marginsWide },
      ],
      onPick: (margins) => request({ margins }),
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
            onPick: (columns) => request({ columns }),
          })
        : nothing
    }
    ${
      mode === 'pages'
        ? renderSegments({
            name: 'page-turn',
            legend: messages.pageTurn,
            value: view.pageTurn,
            options: [
              { value: 'auto', label: messages.columnsAuto },
              { value: 'slide', label: messages.pageTurnSlide },
              { value: 'fade', label: messages.pageTurnFade },
              { value: 'none', label: messages.pageTurnNone },
            ],
            onPick: (pageTurn) => request({ pageTurn }),
          })
        : nothing
    }
    ${renderLineSettings(view, request)}
  `;
}

/** Alignment, hyphenation and ruby. */
function renderLineSettings(
  { messages, settings, direction, hasRuby }: SettingsView,
  request: RequestSettings,
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
      onPick: (align) => request({ align }),
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
      onPick: (hyphens) => request({ hyphens }),
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
            onPick: (ruby) => request({ ruby }),
          })
        : nothing
    }
  `;
}

function renderSpacing(
  { messages, settings }: SettingsView,
  name: SpacingSetting,
  label: string,
  request: RequestSettings,
): TemplateResult {
  const value = settings[name];
  const change = (one: Settings[SpacingSetting]): WantedSettings => ({ [name]: one });
  return renderStepper<number | null>({
    name,
    label,
    value,
    steps: settingChoices[name],
    valueText: value === null ? messages.publisherDefault : messages.percent(value),
    decrease: { label: messages.less(label), content: '−' },
    increase: { label: messages.more(label), content: '+' },
    onPick: (one) => request(change(one)),
  });
}

/** Data for the settings panel. */
export interface SettingsView {
  messages: Messages;
  settings: Settings;
  /** The active theme, which is the user's choice or, without one, the host page's. */
  theme: Theme;
  /** The themes that can be chosen. */
  themeChoices: readonly Theme[];
  /** The theme that the host page or the deployment requests, or null if neither does. */
  defaultTheme: Theme | null;
  /** The deployment's tokens, also shown in the theme samples. */
  branding: Readonly<Record<string, Token>>;
  /** The active mode. */
  mode: Mode;
  /** The active animation of page turns. */
  pageTurn: PageTurn;
  /** URL of any resource on the server, which also hosts the typefaces. */
  resourceUrl: string;
  /** Direction of the text on screen. */
  direction: 'ltr' | 'rtl';
  /** Whether the whole book has a fixed layout, which makes text settings ineffective. */
  isFixed: boolean;
  /** Whether the text on screen has ruby annotations. */
  hasRuby: boolean;
}

/** Requests changed settings. */
type RequestSettings = (settings: WantedSettings) => void;
