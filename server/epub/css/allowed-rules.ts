/** At-rules that are read, and what becomes of each. Every other one is left out with what it holds. */
export const allowedRules = {
  import: 'The sheet of the book that it names is put in its place.',
  media: 'Sizes are asked of the page, not of the window; colour schemes are the theme’s.',
  supports: 'As it is, around what is compiled.',
  layer: 'What it holds, in the order of the sheet.',
  'font-face': 'Its family is renamed, its file loaded from the book and for the book alone.',
  keyframes: 'Its declarations are compiled as all others.',
  'counter-style': 'Its descriptors hold words and numbers, no addresses.',
} as const satisfies Record<string, string>;

export type AllowedRule = keyof typeof allowedRules;

export function isAllowedRule(name: string): name is AllowedRule {
  return Object.hasOwn(allowedRules, name);
}
