import { readingsOfPair } from './pinyin.ts';
import { soundOfGreek, transliterate } from './transliterate.ts';

/** Finds Cyrillic, Greek and Chinese words of the index by their Latin spellings. */
export class RomanizedWords {
  readonly #words = new Map<string, number[]>();

  /** Adds a word if its script has a Latin spelling. */
  add(word: number, spelling: string): void {
    for (const key of soundKeysOf(spelling)) {
      const known = this.#words.get(key);
      if (known) known.push(word);
      else this.#words.set(key, [word]);
    }
  }

  /** Returns Cyrillic and Greek words with a similar spelling in Latin letters. */
  like(typed: string): number[] {
    return typed.length < shortestTyped ? [] : this.withSound(soundOf(typed));
  }

  /** Returns pairs of Chinese characters with these two pinyin syllables. */
  withReading(one: string, other: string): number[] {
    return this.withSound(`${one} ${other}`);
  }

  /** Words with this key; see `soundKeysOf`. */
  protected withSound(key: string): number[] {
    return this.#words.get(key) ?? [];
  }
}

const firstGreekLetter = 0x370;
/** Shorter words have similar spellings to too many others. */
const shortestTyped = 4;
const chinesePair = /^\p{Script=Han}{2}$/u;

/** By which Latin spellings a word is found: none for words in Latin letters. */
export function soundKeysOf(spelling: string): string[] {
  if ((spelling.codePointAt(0) ?? 0) < firstGreekLetter) return [];
  return [...new Set(keysOf(spelling))];
}

function keysOf(spelling: string): string[] {
  if (chinesePair.test(spelling)) return readingsOfPair(spelling);
  const latin = [transliterate(spelling), soundOfGreek(spelling)];
  return latin.flatMap((one) => (one === null ? [] : soundOf(one)));
}

/**
 * Unifies letters that different romanization systems use for the same sound, as in “tolstoy”,
 * “tolstoi” and “tolstoj”.
 */
function soundOf(latin: string): string {
  return latin
    .replaceAll(/shch|sch|sh/g, 's')
    .replaceAll(/[ck]h/g, 'h')
    .replaceAll(/tz|ts/g, 'c')
    .replaceAll('zh', 'z')
    .replaceAll('th', 't')
    .replaceAll('ph', 'f')
    .replaceAll('ou', 'u')
    .replaceAll('ks', 'x')
    .replaceAll('w', 'v')
    .replaceAll(/[jy]/g, 'i')
    .replaceAll(/[eo]i/g, 'i')
    .replaceAll('ai', 'e')
    .replaceAll(/(.)\1+/g, '$1');
}
