/** Scripts without spaces, in which lines break between words. */
const spaceless =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const opening = /^[\p{Ps}\p{Pi}]+$/u;

/**
 * Wraps text into lines of a maximum width. Lines break after spaces and, in scripts without
 * spaces, between words, but not before closing or after opening punctuation. Words that are too
 * wide break anywhere.
 *
 * @param widthOf - Width of a text.
 */
export function wrapText(
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
  language: string,
): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\n+/)) {
    let line = '';
    for (const piece of pieces(paragraph.replaceAll(/\s+/g, ' ').trim(), language)) {
      if (line !== '' && widthOf((line + piece).trimEnd()) > maxWidth) {
        lines.push(line.trimEnd());
        line = '';
      }
      for (const part of partsOf(piece, maxWidth, widthOf)) {
        if (line !== '' && widthOf((line + part).trimEnd()) > maxWidth) {
          lines.push(line.trimEnd());
          line = '';
        }
        line += part;
      }
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
  }
  return lines;
}

/** Splits text where a line may break. */
function pieces(text: string, language: string): string[] {
  const found: string[] = [];
  let last = '';
  for (const { segment, isWordLike } of segmenterFor(language, 'word').segment(text)) {
    const isBreak =
      last !== '' &&
      (/\s$/.test(last) ||
        (spaceless.test(last) && isWordLike) ||
        (isWordLike && spaceless.test(segment))) &&
      !opening.test(last.trim().slice(-1)) &&
      (isWordLike || opening.test(segment));
    if (isBreak || last === '') found.push(segment);
    else found[found.length - 1] += segment;
    last = found.at(-1) ?? '';
  }
  return found;
}

/** Splits a word that is wider than a line. */
function partsOf(word: string, maxWidth: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word.trimEnd()) <= maxWidth) return [word];
  return [...segmenterFor('und', 'grapheme').segment(word)].map(({ segment }) => segment);
}

function segmenterFor(language: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || undefined, { granularity });
  } catch {
    // The book specifies an invalid language.
    return new Intl.Segmenter(undefined, { granularity });
  }
}
