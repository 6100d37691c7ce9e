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

const names = Object.keys(looks);
const rules = (selector: (name: string) => string) =>
  Object.entries(looks)
    .map(([name, look]) => `${selector(name)} { ${look} }`)
    .join('\n');

/** Highlights of a section's root; where colours are forced, all have those of `<mark>`. */
export const paintSheet = css(`
  ${rules((name) => `::highlight(svc-${name})`)}
  @media (forced-colors: active) {
    ${names.map((name) => `::highlight(svc-${name}) { background-color: Mark; color: MarkText; }`).join('\n')}
  }
`);

/** The same as boxes behind the text. */
export const boxSheet = css(`
  .svc-paint { position: absolute; left: 0; top: 0; z-index: -1; pointer-events: none; }
  .svc-paint i { position: absolute; }
  ${rules((name) => `.svc-paint .${name}`)}
`);
