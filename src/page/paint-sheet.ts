import { css } from './sheet.ts';

/** A colour of marks: the token, else so much of the ink in the paper that text on it stays legible. */
const ink = (name: string, colour: string) =>
  `background-color: var(--svc-mark-${name}, color-mix(in oklab, var(--svc-background) 64%, ${colour})); color: var(--svc-color);`;
const strong = 'background-color: var(--svc-accent); color: var(--svc-background);';

const looks = {
  'mark-yellow': ink('yellow', '#f5c400'),
  'mark-green': ink('green', '#5cb85c'),
  'mark-blue': ink('blue', '#4a9be8'),
  'mark-pink': ink('pink', '#f0719f'),
  'mark-purple': ink('purple', '#a878e0'),
  hit: ink('yellow', '#f5c400'),
  'hit-current': strong,
  spoken: 'background-color: var(--svc-selection); color: var(--svc-color);',
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
