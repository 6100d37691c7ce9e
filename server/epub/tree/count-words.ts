/** Scripts that put no spaces between words: only a dictionary can count them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const segmenters = new Map<string, Intl.Segmenter>();

/** Words of a text in any language. */
export function countWords(text: string, language: string): number {
  if (!/[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\uFFEF\uD840-\uD8FF]/.test(text)) {
    return countSpaced(text);
  }
  const segmenter = segmenterOf(language);
  let words = 0;
  const spaced = text.replaceAll(unspaced, (run) => {
    // Long runs are cut: the segmenter's time grows faster than their length.
    for (let at = 0; at < run.length; at += 1000) {
      for (const { isWordLike } of segmenter.segment(run.slice(at, at + 1000))) {
        if (isWordLike) words += 1;
      }
    }
    return ' ';
  });
  return words + countSpaced(spaced);
}

function countSpaced(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.\u00AD-]*/gu)?.length ?? 0;
}

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}
