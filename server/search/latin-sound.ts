/**
 * Returns a key for the sound of a word in Latin letters, for names that are typed as they sound:
 * “nitsche”, “froid”, “louis carol”. All vowels are equal, letters that sound alike are equal, and
 * silent letters are omitted. The rules are common to many European languages.
 *
 * @param word - A folded word.
 * @returns Null if the word is too short or has other letters than a to z.
 */
export function latinSoundOf(word: string): string | null {
  if (word.length < 3 || word.length > longest || !/^[a-z]+$/.test(word)) return null;
  let sound = '';
  for (let at = 0; at < word.length;) {
    const [letters, sounds] = soundAt(word, at, sound);
    at += letters;
    // Double letters and adjacent vowels are one sound.
    if (!sound.endsWith(sounds)) sound += sounds;
  }
  return sound.length < 3 ? null : sound;
}

const longest = 24;

/** Number of letters that form one sound, and the sound. */
function soundAt(word: string, at: number, before: string): [number, string] {
  const letter = word.charAt(at);
  const next = word.charAt(at + 1);
  const isFirst = at === 0;
  const isLast = at === word.length - 1;
  switch (letter) {
    case 'a':
    case 'i':
    case 'o':
    case 'u':
    case 'y':
      return [1, 'a'];
    case 'e':
      return [1, isLast && !isFirst && !before.endsWith('a') ? '' : 'a'];
    case 'w':
      return [1, before.endsWith('a') || (isFirst && next === 'r') ? '' : 'f'];
    case 'h':
      return [1, isFirst ? 'h' : ''];
    case 'c':
      if (next === 'h') return [2, /[rl]/.test(word.charAt(at + 2)) ? 'k' : 'x'];
      return [1, /[eiy]/.test(next) ? 's' : 'k'];
    case 's':
      if (next === 'h') return [2, 'x'];
      return next === 'c' && word.charAt(at + 2) === 'h' ? [3, 'x'] : [1, 's'];
    case 't': {
      const [cluster = ''] = /^t[sz]?s?ch/.exec(word.slice(at, at + 5)) ?? [];
      if (cluster) return [cluster.length, 'x'];
      return [next === 'h' ? 2 : 1, 't'];
    }
    case 'd':
      if (next === 't') return [2, 't'];
      return next === 'g' ? [2, 'g'] : [1, 'd'];
    case 'p':
      if (next === 'h') return [2, 'f'];
      return [1, isFirst && next === 's' ? '' : 'p'];
    case 'k':
      return [next === 'h' ? 2 : 1, isFirst && next === 'n' ? '' : 'k'];
    case 'q':
      return [next === 'u' ? 2 : 1, 'k'];
    case 'g':
      if (next === 'h') return [2, isFirst ? 'g' : ''];
      return [1, isFirst && next === 'n' ? '' : 'g'];
    case 'b':
      return [1, isLast && before.endsWith('m') ? '' : 'b'];
    case 'j':
      return [1, 'g'];
    case 'v':
      return [1, 'f'];
    case 'x':
      return [1, isFirst ? 's' : 'ks'];
    case 'z':
      return [1, 's'];
    default:
      return [1, letter];
  }
}
