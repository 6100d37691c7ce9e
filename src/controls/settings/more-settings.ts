import { html, nothing, type TemplateResult } from 'lit';
import { settingChoices, type Settings } from '../../reader/settings.ts';
import type { WantedSettings } from '../request-events.ts';
import { segments } from './choices.ts';
import type { AskFor, ShownSettings } from './shown-settings.ts';
import { stepper } from './stepper.ts';

type Spacing = 'lineHeight' | 'paragraphSpacing' | 'letterSpacing' | 'wordSpacing';

/** The rest: spacing, margins, columns, alignment, hyphenation, ruby. */
export function moreSettings(shown: ShownSettings, ask: AskFor): TemplateResult {
  const { text, settings, mode } = shown;
  return html`
    ${spacing(shown, 'lineHeight', text.lineHeight, ask)}
    ${spacing(shown, 'paragraphSpacing', text.paragraphSpacing, ask)}
    ${spacing(shown, 'letterSpacing', text.letterSpacing, ask)}
    ${spacing(shown, 'wordSpacing', text.wordSpacing, ask)}
    ${segments({
      name: 'margins',
      legend: text.margins,
      value: settings.margins,
      options: [
        { value: 'narrow', label: text.marginsNarrow },
        { value: 'normal', label: text.marginsNormal },
        { value: 'wide', label: text.marginsWide },
      ],
      onPick: (margins) => ask({ margins }),
    })}
    ${
      mode === 'pages'
        ? segments({
            name: 'columns',
            legend: text.columns,
            value: settings.columns,
            options: [
              { value: 'auto', label: text.columnsAuto },
              { value: 'one', label: text.columnsOne },
              { value: 'two', label: text.columnsTwo },
            ],
            onPick: (columns) => ask({ columns }),
          })
        : nothing
    }
    ${lines(shown, ask)}
  `;
}

/** How lines begin and end, and what stands above them. */
function lines({ text, settings, direction, hasRuby }: ShownSettings, ask: AskFor): TemplateResult {
  return html`
    ${segments({
      name: 'align',
      legend: text.align,
      value: settings.align,
      options: [
        { value: 'book', label: text.asPublished },
        { value: 'start', label: direction === 'rtl' ? text.alignRight : text.alignLeft },
        { value: 'justify', label: text.alignJustify },
      ],
      onPick: (align) => ask({ align }),
    })}
    ${segments({
      name: 'hyphens',
      legend: text.hyphens,
      value: settings.hyphens,
      options: [
        { value: 'book', label: text.asPublished },
        { value: 'auto', label: text.on },
        { value: 'none', label: text.off },
      ],
      onPick: (hyphens) => ask({ hyphens }),
    })}
    ${
      hasRuby
        ? segments({
            name: 'ruby',
            legend: text.ruby,
            value: settings.ruby,
            options: [
              { value: 'shown', label: text.on },
              { value: 'hidden', label: text.off },
            ],
            onPick: (ruby) => ask({ ruby }),
          })
        : nothing
    }
  `;
}

function spacing(
  { text, settings }: ShownSettings,
  name: Spacing,
  label: string,
  ask: AskFor,
): TemplateResult {
  const value = settings[name];
  const wanted = (one: Settings[Spacing]): WantedSettings => ({ [name]: one });
  return stepper<number | null>({
    name,
    label,
    value,
    steps: settingChoices[name],
    told: value === null ? text.asPublished : text.percent(value),
    less: { label: text.less(label), sign: '−' },
    more: { label: text.more(label), sign: '+' },
    onPick: (one) => ask(wanted(one)),
  });
}
