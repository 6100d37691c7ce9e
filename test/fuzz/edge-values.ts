import { randomBelow, type Random, pick } from './random.ts';

/** Strings that often cause errors in programs. */
const edgeTexts = [
  '',
  ' ',
  '\0',
  '\uFFFE\uFFFF',
  '\uD800',
  '\u202Eabc\u202C',
  '\uFEFF',
  'ﷺ'.repeat(50),
  'e' + '\u0301'.repeat(2000),
  '👩‍👩‍👧‍👦'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  'undefined',
  'NaN',
  '%',
  '%E0%A4%A',
  '%00',
  '${7*7}',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://[::1',
  'https://example.org/a.png',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  'data:,',
  '#',
  '#epubcfi(/6/4!/4/2/1:0)',
  '#epubcfi(/6/4!' + '/2'.repeat(3000) + ')',
  '#' + 'a'.repeat(5000),
  '?',
  '/',
  '//',
  './././',
  'a/'.repeat(3000),
  'C:\\a',
  '﷽',
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  '0x7fffffff',
  '1.7976931348623157e308',
  '-0',
  '0000-00-00',
  '9999999-99-99T99:99:99Z',
  'zz-ZZ-x-'.repeat(100),
  'true',
  'rtl',
  'pre-paginated',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/css',
  'nav',
  'cover-image',
  'svg',
  'scripted remote-resources nav cover-image',
];

/** Boundary values of number fields in file formats. */
export const edges = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x10000, 0x7fffffff, 0x80000000,
  0xfffffffe, 0xffffffff,
];

export function edgeText(chance: Random): string {
  return pick(chance, edgeTexts);
}

/** A long run of repeated text: from one kilobyte to two megabytes, mostly short. */
export function longText(chance: Random): string {
  const piece = pick(chance, [
    'a',
    ' ',
    'a ',
    '(',
    '[',
    '%41',
    'я',
    '漢',
    '&#38;',
    'a,',
    '\n',
    '-',
    '.',
  ]);
  return piece.repeat(1 + Math.floor((1000 * 2 ** (randomBelow(chance, 110) / 10)) / piece.length));
}
