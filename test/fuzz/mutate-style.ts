import { pickOptional, randomBelow, type Random, pick, pickWeighted } from './random.ts';
import { longText, edgeText } from './edge-values.ts';

const numbers = [
  '0',
  '-0',
  '1e308',
  '1e999',
  '-1e-400',
  '99999999999999999999',
  '.',
  '+.5',
  '00',
  'NaN',
];
const values = [
  'calc(1px + (2em * 3))',
  'calc(' + '('.repeat(600) + '1px' + ')'.repeat(600) + ')',
  'calc(1px' + ' + 1px'.repeat(3000) + ')',
  'var(--a)',
  'var(--a, var(--b, var(--c)))',
  'url(a.png)',
  'url("data:image/png;base64,AAAA")',
  'url(' + 'a'.repeat(100_000),
  'image-set("a.png" 1x)',
  'attr(href url)',
  'env(safe-area-inset-top)',
  'rgb(999 -1 1e99 / 200%)',
  'color-mix(in oklch, red, blue)',
  'lab(NaN infinity none)',
  'hsl(1turn 50% 50%)',
  '#ggg',
  '#' + 'f'.repeat(1000),
  'linear-gradient(' + 'red,'.repeat(5000) + 'blue)',
  '"' + '\\'.repeat(999),
  '\\0',
  'expression(alert(1))',
  'inherit',
  'vertical-rl',
  'rtl',
  'fixed',
  'pre',
];
const properties = [
  'color',
  'background',
  'font',
  'font-size',
  'font-family',
  'width',
  'height',
  'position',
  'content',
  'direction',
  'writing-mode',
  '-epub-writing-mode',
  'white-space',
  'display',
  'transform',
  'filter',
  '--a',
  '--b',
];
const selectors = [
  'p',
  '*',
  ':root',
  'html',
  'body > p + p ~ p',
  'a:hover::before',
  ':not(:is(:where(p)))',
  ':not('.repeat(300) + 'p' + ')'.repeat(300),
  'p:nth-child(99999999999999999999n+1)',
  'p:nth-child(2n+1 of a, b)',
  '[a="b" i]',
  'svg|rect',
  '*|*',
  'p' + ' p'.repeat(3000),
  'p' + ',p'.repeat(20_000),
  'p' + '.a'.repeat(5000),
  '&:hover',
  '::part(a)',
  ':host',
  '\\',
  '#\\31',
];
const atRules = [
  '@import "style.css";',
  '@import url(nothing.css) screen and (min-width: 1px);',
  '@charset "utf-16";',
  '@namespace svg url(http://www.w3.org/2000/svg);',
  '@media (min-width: 1px) and (orientation: portrait), not print {',
  '@media ' + 'not ('.repeat(400),
  '@media ' + '(width>1px),'.repeat(3000) + 'all{',
  '@supports (display: grid) {',
  '@supports ' + '('.repeat(2000),
  '@layer a, b;',
  '@container svc-page (width > 1px) {',
  '@font-face { font-family: x; src: url(a.otf), local(b) }',
  '@font-face { font-family: ' + 'x,'.repeat(3000) + '; src: url(a.otf) }',
  '@keyframes a { from { color: red } 1e99% { color: blue } }',
  '@counter-style a { system: cyclic; symbols: ' + '"a" '.repeat(3000) + '}',
  '@page { margin: 0 }',
];

/** Mutates a style sheet. */
export function mutateStyle(chance: Random, css: string): [string, string] {
  const pieces = css.match(/[{};:,()]|[^{};:,()]+/g) ?? [];
  const at = randomBelow(chance, pieces.length + 1);
  const how = pickWeighted(chance, {
    drop: 3,
    duplicate: 2,
    swap: 2,
    truncate: 2,
    nest: 2,
    number: 3,
    declaration: 5,
    selector: 3,
    atRule: 3,
    flood: 2,
    variables: 1,
    odd: 2,
    close: 1,
  });
  const spliced = (removed: number, ...added: string[]) =>
    pieces.toSpliced(at, removed, ...added).join('');
  switch (how) {
    case 'drop':
      return [spliced(1 + randomBelow(chance, 5)), how];
    case 'duplicate':
      return [spliced(0, ...pieces.slice(at, at + 1 + randomBelow(chance, 200))), how];
    case 'swap':
      return [spliced(1, pickOptional(chance, pieces) ?? ''), how];
    case 'truncate':
      return [css.slice(0, randomBelow(chance, css.length + 1)), how];
    case 'nest': {
      const depth = pick(chance, [10, 300, 5000, 100_000]);
      const open = pick(chance, ['{', '(', '[', 'a{', '@media all{', ':is(', '&{', 'calc(']);
      return [spliced(0, open.repeat(depth)), `nest ${depth} ${open}`];
    }
    case 'number':
      return [
        css.replaceAll(/\d[\d.]*/g, (found) => (chance() < 0.2 ? pick(chance, numbers) : found)),
        how,
      ];
    case 'declaration': {
      const [property, value] = [pick(chance, properties), pick(chance, values)];
      return [
        `${css}\n${pick(chance, ['p', 'body', ':root'])}{${property}:${value}}`,
        `${how} ${property}`,
      ];
    }
    case 'selector':
      return [spliced(0, `}${pick(chance, selectors)}{color:red;background:url(a.png)}`), how];
    case 'atRule':
      return [
        chance() < 0.5 ? pick(chance, atRules) + css : spliced(0, pick(chance, atRules)),
        how,
      ];
    case 'flood':
      return [css + flood(chance), how];
    case 'variables':
      return [css + doubling(), how];
    case 'odd':
      return [spliced(0, chance() < 0.7 ? edgeText(chance) : longText(chance)), how];
    default:
      return [
        spliced(0, pick(chance, ['}', '}}', '*/', '/*', '-->', '<!--', '</style>', '"', "'"])),
        how,
      ];
  }
}

/** Thousands of small rules with slight differences. */
function flood(chance: Random): string {
  const rule = pick(chance, [
    (at: number) => `.c${at}{color:#${(at % 4096).toString(16).padStart(3, '0')}}`,
    (at: number) => `#i${at} > p:not(.c${at}){position:absolute;inset:${at}px}`,
    (at: number) => `@media (min-width:${at}px){p{margin:${at}px}}`,
    (at: number) => `@font-face{font-family:f${at};src:url(a${at}.otf)}`,
    (at: number) => `p{white-space:pre;direction:rtl;font-family:f${at},g${at}}`,
  ]);
  const count = pick(chance, [100, 3000, 30_000]);
  return Array.from({ length: count }, (_, at) => rule(at)).join('');
}

/** Each variable is twice as long as the previous one. */
function doubling(): string {
  const twice = Array.from({ length: 40 }, (_, at) => `--v${at + 1}:var(--v${at}) var(--v${at});`);
  return `:root{--v0:red;${twice.join('')}}p{background:var(--v40);font-family:var(--v12)}`;
}
