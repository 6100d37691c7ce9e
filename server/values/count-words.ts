/** Scripts that put no spaces between words: only a dictionary can count them. */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Cut at a thousand letters: the engine keeps a way back for each, and has no room for millions. */
const spacedWord = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.\u00AD-]{0,999}/gu;

/** Segmenting longer pieces takes more time for each character; many short ones take memory. */
const PIECE_LENGTH = 1000;

const segmenters = new Map<string, Intl.Segmenter>();

/** Words of a text in any language. */
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
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}
