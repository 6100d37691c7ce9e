import { highlightColorValues } from './highlight-color-values.ts';
import { css } from '../css.ts';

const highlightCss = (ink: string) => `background-color: ${ink}; color: var(--svc-color);`;
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

const rules = (selector: (name: string) => string, dress = (look: string) => look) =>
  Object.entries(highlightStyles)
    .map(([name, look]) => `${selector(name)} { ${dress(look)} }`)
    .join('\n');
const highlight = (name: string) => `::highlight(svc-${name})`;

/** A highlight that has a note, over its colour. */
const notedName = 'mark-noted';

/** Where colours are forced all have those of `<mark>`, and what is looked at has a line as well. */
const forcedColorsCss = (look: string) =>
  `background-color: Mark; color: MarkText;${look === strongHighlightCss ? ' text-decoration: underline 0.25em;' : ''}`;

/** Highlights of a section's root. */
export const highlightSheet = css(`
  ${rules(highlight)}
  ${highlight(notedName)} { text-decoration: underline dotted 0.12em; }
  @media (forced-colors: active) {
    ${rules(highlight, forcedColorsCss)}
  }
`);

/** The same as boxes behind the text. */
export const highlightBoxSheet = css(`
  .svc-paint { position: absolute; left: 0; top: 0; z-index: -1; pointer-events: none; }
  .svc-paint i { position: absolute; }
  ${rules((name) => `.svc-paint .${name}`)}
  .svc-paint .${notedName} { box-sizing: border-box; border-bottom: 0.12em dotted; }
`);
