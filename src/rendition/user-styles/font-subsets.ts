import type { FontSubset } from '../../../shared/typefaces.ts';

/**
 * The `unicode-range` of each subset's font files, except that of `latin`, which is always needed.
 */
export const unicodeRanges: Readonly<Record<Exclude<FontSubset, 'latin'>, string>> = {
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C4,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  'greek-ext': 'U+1F00-1FFF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  'cyrillic-ext': 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
};

/** Characters in another subset's range that the Latin subset also contains. */
const inLatin = /[ıŒœ]|\u0304|\u0308|\u0329/g;

/**
 * The subsets among `available` that contain characters of the text. The Latin subset is always
 * included.
 */
export function subsetsOf(text: string, available: readonly FontSubset[]): FontSubset[] {
  const rest = text.replaceAll(inLatin, '');
  return available.filter(
    (subset) => subset === 'latin' || toPattern(unicodeRanges[subset]).test(rest),
  );
}

/** Converts a `unicode-range` to a pattern that matches one of its characters. */
function toPattern(range: string): RegExp {
  return new RegExp(
    `[${range.replaceAll('U+', '\\u').replaceAll('-', '-\\u').replaceAll(',', '')}]`,
  );
}
