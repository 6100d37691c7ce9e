/** Scripts without spaces between words, whose words can be counted only with a dictionary. */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Limited to 1,000 characters because the engine stores backtracking state for each and would run
 * out of memory on millions.
 */
const spacedWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.\u00AD-]{0,999}/gu;

/**
 * In UTF-16 code units. Segmenting longer pieces takes more time per character, and many short
 * pieces take memory.
 */
const PIECE_LENGTH = 1000;

const segmenters = new Map<string, Intl.Segmenter>();

/** Returns the number of words in text in any language. */
export function countWords(text: string, language: string): number {
  if (!unspacedScripts.test(text)) return countSpaced(text);
  let words = 0;
  for (let start = 0; start < text.length;) {
    const most = text.slice(start, start + PIECE_LENGTH);
    const line = most.lastIndexOf('\n');
    const piece = line > 0 ? most.slice(0, line) : most;
    words += unspacedScripts.test(piece) ? countSegments(piece, language) : countSpaced(piece);
    start += piece.length;
  }
  return words;
}

function countSegments(text: string, language: string): number {
  let words = 0;
  for (const { isWordLike } of segmenterOf(language).segment(text)) if (isWordLike) words += 1;
  return words;
}

function countSpaced(text: string): number {
  return text.match(spacedWord)?.length ?? 0;
}

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return segmenter;
}
