import type { LayoutElement } from './hard-layouts.ts';
import { inlines, words, type Chance } from './hard-inlines.ts';

/** Makes a shape. `inner` makes a paragraph or another block. */
export type PublisherMaker = (chance: Chance, inner: () => LayoutElement) => LayoutElement;

export const repeat = <T>(
  chance: Chance,
  least: number,
  most: number,
  make: (at: number) => T,
): T[] => Array.from({ length: chance.number(least, most) }, (_, at) => make(at));

export const withAttributes = (
  made: LayoutElement,
  attributes: Record<string, string>,
): LayoutElement => ({ ...made, attributes: { ...made.attributes, ...attributes } });

export const classed = (name: string, made: LayoutElement) => withAttributes(made, { class: name });

export const text = (chance: Chance, most = 30) => words(chance, chance.number(2, most));
export const paragraph = (chance: Chance) => inlines.paragraph(chance);

/** Width of a frame of a page layout program, in px. */
export const frameSize = (chance: Chance) => `${chance.number(60, 900)}px`;
