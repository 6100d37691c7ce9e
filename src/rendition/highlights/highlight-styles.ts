import { highlightColorValues } from './highlight-color-values.ts';
import { css } from '../css.ts';

const highlightCss = (color: string) => `background-color: ${color}; color: var(--svc-color);`;
const strongHighlightCss = 'background-color: var(--svc-accent); color: var(--svc-background);';

const highlightStyles = {
  'mark-yellow': highlightCss(highlightColorValues.yellow),
  'mark-green': highlightCss(highlightColorValues.green),
  'mark-blue': highlightCss(highlightColorValues.blue),
  'mark-pink': highlightCss(highlightColorValues.pink),
  'mark-purple': highlightCss(highlightColorValues.purple),
  hit: highlightCss(highlightColorValues.yellow),
  'hit-current': strongHighlightCss,
  spoken: highlightCss('var(--svc-selection)'),
  'spoken-word': strongHighlightCss,
} as const;

const rules = (selector: (name: string) => string, adapt = (style: string) => style) =>
  Object.entries(highlightStyles)
    .map(([name, style]) => `${selector(name)} { ${adapt(style)} }`)
    .join('\n');
const highlight = (name: string) => `::highlight(svc-${name})`;

/** The highlight of an annotation with a note, drawn over its color. */
const notedName = 'mark-noted';

/** In forced colors, all highlights look like `<mark>`, and strong ones are also underlined. */
const forcedColorsCss = (style: string) =>
  `background-color: Mark; color: MarkText;${style === strongHighlightCss ? ' text-decoration: underline 0.25em;' : ''}`;

/** Styles CSS highlights in a section's shadow root. */
export const highlightSheet = css(`
  ${rules(highlight)}
  ${highlight(notedName)} { text-decoration: underline dotted 0.12em; }
  @media (forced-colors: active) {
    ${rules(highlight, forcedColorsCss)}
  }
`);

/** Styles the same highlights drawn as boxes behind the text. */
export const highlightBoxSheet = css(`
  .svc-paint { position: absolute; left: 0; top: 0; z-index: -1; pointer-events: none; }
  .svc-paint i { position: absolute; }
  ${rules((name) => `.svc-paint .${name}`)}
  .svc-paint .${notedName} { box-sizing: border-box; border-bottom: 0.12em dotted; }
`);
