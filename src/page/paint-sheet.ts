import { inks } from './inks.ts';
import { css } from './sheet.ts';

const on = (ink: string) => `background-color: ${ink}; color: var(--svc-color);`;
const strong = 'background-color: var(--svc-accent); color: var(--svc-background);';

const looks = {
  'mark-yellow': on(inks.yellow),
  'mark-green': on(inks.green),
  'mark-blue': on(inks.blue),
  'mark-pink': on(inks.pink),
  'mark-purple': on(inks.purple),
  hit: on(inks.yellow),
  'hit-current': strong,
  spoken: on('var(--svc-selection)'),
  'spoken-word': strong,
} as const;

const rules = (selector: (name: string) => string, dress = (look: string) => look) =>
  Object.entries(looks)
    .map(([name, look]) => `${selector(name)} { ${dress(look)} }`)
    .join('\n');
const highlight = (name: string) => `::highlight(svc-${name})`;

/** A highlight that has a note, over its colour. */
const noted = 'mark-noted';

/** Where colours are forced all have those of `<mark>`, and what is looked at has a line as well. */
const forced = (look: string) =>
  `background-color: Mark; color: MarkText;${look === strong ? ' text-decoration: underline 0.25em;' : ''}`;

/** Highlights of a section's root. */
export const paintSheet = css(`
  ${rules(highlight)}
  ${highlight(noted)} { text-decoration: underline dotted 0.12em; }
  @media (forced-colors: active) {
    ${rules(highlight, forced)}
  }
`);

/** The same as boxes behind the text. */
export const boxSheet = css(`
  .svc-paint { position: absolute; left: 0; top: 0; z-index: -1; pointer-events: none; }
  .svc-paint i { position: absolute; }
  ${rules((name) => `.svc-paint .${name}`)}
  .svc-paint .${noted} { box-sizing: border-box; border-bottom: 0.12em dotted; }
`);
