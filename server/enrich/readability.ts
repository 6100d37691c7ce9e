/** Scripts whose words can be told long from short by counting letters. */
const alphabetic =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
/** Shorter texts say more of their topic than of their style. */
const fewestWords = 100;
const longFrom = 7;
/** Runs are cut at a thousand letters: the engine keeps a way back for each, and has no room for millions. */
const wordOrEnd = /[\p{L}\p{M}\p{N}'’\u00AD-]{1,1000}|[.!?…:\n]+/gu;

/**
 * LIX of a text: words in a sentence, and words of more than six letters in a hundred (Björnsson
 * 1968), rounded to one decimal. Null for scripts in which it means nothing, and for short texts.
 *
 * @param text - A line for every block: a heading ends like a sentence.
 */
export function readability(text: string): number | null {
  let words = 0;
  let longWords = 0;
  let foreignWords = 0;
  let sentences = 0;
  let isInSentence = false;
  for (const [piece] of text.matchAll(wordOrEnd)) {
    if (/^[.!?…:\n]/u.test(piece)) {
      if (isInSentence) sentences += 1;
      isInSentence = false;
      continue;
    }
    const letters = piece.match(/\p{L}/gu)?.length ?? 0;
    if (letters === 0) continue;
    isInSentence = true;
    words += 1;
    if (letters >= longFrom) longWords += 1;
    if (!alphabetic.test(piece)) foreignWords += 1;
  }
  if (isInSentence) sentences += 1;
  if (words < fewestWords || foreignWords * 5 > words) return null;
  return Math.round((words / sentences + (100 * longWords) / words) * 10) / 10;
}
