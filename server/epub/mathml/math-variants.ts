/**
 * First characters of each alphabet among the Mathematical Alphanumeric Symbols: Latin, Greek and
 * digits. Null if the alphabet lacks them.
 */
const alphabets: Record<string, [latin: number, greek: number | null, digits: number | null]> = {
  bold: [0x1d400, 0x1d6a8, 0x1d7ce],
  italic: [0x1d434, 0x1d6e2, null],
  'bold-italic': [0x1d468, 0x1d71c, null],
  script: [0x1d49c, null, null],
  'bold-script': [0x1d4d0, null, null],
  fraktur: [0x1d504, null, null],
  'double-struck': [0x1d538, null, 0x1d7d8],
  'bold-fraktur': [0x1d56c, null, null],
  'sans-serif': [0x1d5a0, null, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d756, 0x1d7ec],
  'sans-serif-italic': [0x1d608, null, null],
  'sans-serif-bold-italic': [0x1d63c, 0x1d790, null],
  monospace: [0x1d670, null, 0x1d7f6],
};

/**
 * Letters that Unicode contained before these alphabets. Their code points in the alphabets are
 * unassigned.
 */
const earlierLetters: Record<string, Record<string, string>> = {
  italic: { h: 'ℎ' },
  script: {
    B: 'ℬ',
    E: 'ℰ',
    F: 'ℱ',
    H: 'ℋ',
    I: 'ℐ',
    L: 'ℒ',
    M: 'ℳ',
    R: 'ℛ',
    e: 'ℯ',
    g: 'ℊ',
    o: 'ℴ',
  },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/** Declarations for variants that fonts provide, used for text of several letters. */
const declarations: Record<string, string[]> = {
  bold: ['font-weight:bold'],
  italic: ['font-style:italic'],
  'bold-italic': ['font-weight:bold', 'font-style:italic'],
  'sans-serif': ['font-family:sans-serif'],
  'bold-sans-serif': ['font-family:sans-serif', 'font-weight:bold'],
  'sans-serif-italic': ['font-family:sans-serif', 'font-style:italic'],
  'sans-serif-bold-italic': ['font-family:sans-serif', 'font-weight:bold', 'font-style:italic'],
  monospace: ['font-family:monospace'],
};

/** Greek capitals and small letters in alphabetical order. */
const greek = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ';

/**
 * Returns a token's text in a math variant. MathML Core uses characters instead of the
 * `mathvariant` attribute. Letters of other scripts do not change.
 */
export function toVariantText(text: string, variant: string): string {
  const starts = alphabets[variant];
  if (!starts) return text;
  return Array.from(text, (letter) => toVariantLetter(letter, variant, starts)).join('');
}

/**
 * Returns declarations that approximate a variant with font properties. Empty if only characters
 * can express it.
 */
export function variantDeclarations(variant: string): string[] {
  return declarations[variant] ?? [];
}

export function isKnownVariant(variant: string): boolean {
  return variant in alphabets;
}

function toVariantLetter(
  letter: string,
  variant: string,
  [latinStart, greekStart, digitStart]: [number, number | null, number | null],
): string {
  const earlier = earlierLetters[variant]?.[letter];
  if (earlier !== undefined) return earlier;
  const code = letter.codePointAt(0) ?? 0;
  if (letter >= 'A' && letter <= 'Z' && letter.length === 1)
    return String.fromCodePoint(latinStart + code - 0x41);
  if (letter >= 'a' && letter <= 'z' && letter.length === 1)
    return String.fromCodePoint(latinStart + 26 + code - 0x61);
  if (letter >= '0' && letter <= '9' && digitStart !== null)
    return String.fromCodePoint(digitStart + code - 0x30);
  const index = greekStart === null ? -1 : greek.indexOf(letter);
  return index === -1 || greekStart === null ? letter : String.fromCodePoint(greekStart + index);
}
