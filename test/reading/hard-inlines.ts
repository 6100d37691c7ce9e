import type { LayoutElement } from './hard-layouts.ts';

/** Random choices of one section. */
export interface Chance {
  /** An integer between two limits, inclusive. */
  number(least: number, most: number): number;
  is(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  script: 'latin' | 'arabic' | 'japanese';
  /** Whether the section also contains shapes of `publisher-blocks.ts`. */
  hasPublisherShapes: boolean;
}

export type Style = Record<string, string>;
export type Content = (LayoutElement | string)[];
const syllables = {
  latin: ['ra', 'te', 'mi', 'so', 'lun', 'der', 'fal', 'ke', 'vo', 'ni', 'bar', 'ost'],
  arabic: ['كا', 'نم', 'لي', 'رق', 'سم', 'با', 'تو', 'حد', 'في', 'عن'],
  japanese: ['春', 'の', '夜', '夢', '浮', '橋', 'と', 'だ', 'え', '峰', 'に', 'わ', '雲', '空'],
};

function word(chance: Chance): string {
  const parts = Array.from({ length: chance.number(1, 4) }, () =>
    chance.pick(syllables[chance.script]),
  );
  return parts.join('');
}

export function words(chance: Chance, count: number): string {
  const gap = chance.script === 'japanese' ? '' : ' ';
  return `${Array.from({ length: count }, () => word(chance)).join(gap)}. `;
}

export function element(tag: string, style: Style, ...children: Content): LayoutElement {
  return { tag, style, children };
}

const pictures = ['wide.svg', 'tall.svg', 'small.svg', 'photo.svg'];

export function picture(chance: Chance, style: Style = {}): LayoutElement {
  const attributes = { src: chance.pick(pictures), alt: '' };
  return { tag: 'img', style, attributes, children: [] };
}

export const length = (chance: Chance) =>
  chance.pick([
    '2em',
    '5em',
    '12em',
    '40px',
    '150px',
    '300px',
    '700px',
    '1500px',
    '20%',
    '45%',
    '80%',
    '100%',
    '30vh',
    '100vh',
    '50vw',
  ]);
export const smallLength = (chance: Chance) =>
  chance.pick(['0', '0.5em', '1em', '2em', '5%', '20px', '60px']);

/** Runs of text. */
export const inlines = {
  /** A plain paragraph, sometimes with inline elements. */
  paragraph(chance: Chance, most = 90): LayoutElement {
    const children: Content = [words(chance, chance.number(5, most))];
    if (chance.is(0.25)) children.push(inline(chance), words(chance, chance.number(2, 30)));
    return element('p', {}, ...children);
  },
};

function inline(chance: Chance): LayoutElement {
  const text = words(chance, chance.number(1, 6));
  return chance.pick([
    () => element('b', {}, text),
    () => element('span', { 'white-space': 'nowrap' }, words(chance, chance.number(3, 14))),
    () => element('span', { 'font-size': chance.pick(['0.5em', '2em', '5em']) }, text),
    () =>
      element(
        'span',
        {
          position: 'relative',
          top: chance.pick(['-0.4em', '0.5em', '3em']),
          left: chance.pick(['0', '-2em', '4em']),
        },
        text,
      ),
    () =>
      element(
        'span',
        { 'vertical-align': chance.pick(['super', 'middle', '2em', '-1.5em']) },
        text,
      ),
    () =>
      element(
        'span',
        { display: 'inline-block', ...(chance.is(0.5) && { width: length(chance) }) },
        text,
      ),
    () => element('code', {}, 'x'.repeat(chance.number(20, 120))),
    () => element('span', { float: chance.pick(['left', 'right']), width: length(chance) }, text),
    () => picture(chance, chance.is(0.5) ? { height: '1em' } : {}),
    () => ruby(chance),
  ])();
}

export function ruby(chance: Chance): LayoutElement {
  const pair = () => [word(chance), element('rt', {}, word(chance))];
  return element('ruby', {}, ...pair(), ...(chance.is(0.5) ? pair() : []));
}
