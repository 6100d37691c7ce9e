import { isTypeface, typefaces, type FontChoice } from '../../../shared/typefaces.ts';
import type { Settings } from '../../state/settings.ts';

/** Stacks of device fonts. */
export const deviceFonts = {
  serif: "'Iowan Old Style', 'Source Serif 4', Charter, 'Noto Serif', Georgia, serif",
  sans: "'Source Sans 3', 'Noto Sans', 'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
  system: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
} satisfies Partial<Record<FontChoice, string>>;

/** Name of a typeface in the document. It must not match a font that the host page uses. */
export const documentFamily = (family: string) => `svc ${family}`;

/**
 * Serif fonts for East Asian scripts, which `serif` often lacks. Later entries override earlier
 * ones.
 */
const eastAsianSerifs: readonly [language: string, families: string][] = [
  ['ja', "'Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif CJK JP', 'Noto Serif JP'"],
  ['ko', "AppleMyungjo, Batang, 'Noto Serif CJK KR', 'Noto Serif KR'"],
  ['zh', "'Songti SC', SimSun, 'Noto Serif CJK SC', 'Noto Serif SC'"],
  ['zh-Hant', "'Songti TC', PMingLiU, 'Noto Serif CJK TC', 'Noto Serif TC'"],
  ['zh-TW', "'Songti TC', PMingLiU, 'Noto Serif CJK TC', 'Noto Serif TC'"],
];

/** Selector specific enough to override even `!important` rules with an id. */
const text = '.flow:not(#_):not(#_)';
/** Blocks of running text. See `classifyTextBlocks`. */
const textBlock = `${text} .svc-run`;
/** Elements whose typeface is meaningful. */
const ownTypeface = ':is(pre, code, kbd, samp, tt, math, svg)';
/** Languages with connected scripts, where letter spacing would tear words apart. */
const joinedScripts = [
  'ar',
  'fa',
  'ur',
  'ps',
  'ug',
  'sd',
  'ckb',
  'mn-Mong',
  'syr',
  'hi',
  'mr',
  'ne',
  'bn',
]
  .map((language) => `:lang(${language})`)
  .join(', ');

/** Text and background in theme colors only, for the high-contrast theme. */
export const highContrastCss = `
  ${text}, ${text} :not(:any-link, :any-link *, svg *) { color: var(--svc-color) !important; }
  ${text} :any-link, ${text} :any-link * { color: var(--svc-accent) !important; text-decoration-line: underline !important; }
  ${text}, ${text} :not(img, svg, svg *, video) {
    background: none !important;
    text-shadow: none !important;
    border-color: var(--svc-line) !important;
  }`;

/** Returns the style rules for the user settings. */
export function userCss(settings: Settings): string {
  return [
    fontRules(settings.font),
    spacingRules(settings),
    alignRules(settings),
    settings.ruby === 'hidden' ? `${text} :is(rt, rp, rtc) { display: none !important; }` : '',
  ].join('\n');
}

function fontRules(font: FontChoice): string {
  if (font === 'book') return '';
  const { family, fallback } = isTypeface(font)
    ? typefaces[font]
    : { family: null, fallback: deviceFonts[font] };
  const first = family ? `'${documentFamily(family)}', '${family}', ` : '';
  const isSerif = /(?:^|[^-])serif$/.test(fallback);
  const local = eastAsianSerifs.map(
    ([language, families]) =>
      `${text}:lang(${language}) { font-family: ${first}${families}, ${fallback} !important; }`,
  );
  return `
    ${text} { font-family: ${first}${fallback} !important; }
    ${isSerif ? local.join('\n') : ''}
    ${text} :not(${ownTypeface}, ${ownTypeface} *) { font-family: inherit !important; }`;
}

function spacingRules(settings: Settings): string {
  const { lineHeight, letterSpacing, wordSpacing, paragraphSpacing } = settings;
  const rules: string[] = [];
  const everywhere = (property: string, value: string) =>
    rules.push(
      `${text} { ${property}: ${value} !important; } ${textBlock} { ${property}: inherit !important; }`,
    );
  if (lineHeight !== null) everywhere('line-height', String(lineHeight));
  if (wordSpacing > 0) everywhere('word-spacing', `${wordSpacing}em`);
  if (letterSpacing > 0) {
    everywhere('letter-spacing', `${letterSpacing}em`);
    rules.push(`${text} :is(${joinedScripts}) { letter-spacing: normal !important; }`);
    rules.push(`${text}:is(${joinedScripts}) { letter-spacing: normal !important; }`);
  }
  if (paragraphSpacing !== null) {
    rules.push(
      `${text} .svc-follows { margin-block-start: ${paragraphSpacing}em !important; }`,
      `${text} .svc-followed { margin-block-end: 0 !important; }`,
    );
  }
  return rules.join('\n');
}

function alignRules({ align, hyphens }: Settings): string {
  const rules: string[] = [];
  if (align !== 'book') {
    rules.push(
      `${text} .svc-even { text-align: ${align} !important; }`,
      ':where(.flow) :where(h1, h2, h3, h4, h5, h6, table, figcaption, pre) { text-align: start; }',
    );
  }
  if (hyphens !== 'book') {
    rules.push(
      `${text}, ${textBlock} { hyphens: ${hyphens} !important; -webkit-hyphens: ${hyphens} !important; }`,
    );
  }
  return rules.join('\n');
}
