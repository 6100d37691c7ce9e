import { HashTable } from './hash-table.ts';
import { latinSoundOf } from './latin-sound.ts';
import { readingsOfPair } from './pinyin.ts';
import { soundOfGreek, transliterate } from './transliterate.ts';

/**
 * Finds words of the index by their sound: Cyrillic, Greek and Chinese words by their Latin
 * spellings, and Latin words by other spellings.
 */
export class SoundIndex {
  readonly #words = new HashTable();

  add(word: number, spelling: string): void {
    for (const key of soundKeysOf(spelling)) this.#words.add(key, word);
  }

  /** Returns Cyrillic and Greek words with a similar spelling in Latin letters. */
  romanizedLike(typed: string): number[] {
    return typed.length < shortestTyped ? [] : this.withSound(soundOf(typed));
  }

  /** Returns words in Latin letters that sound alike. */
  soundingLike(typed: string): number[] {
    const sound = latinSoundOf(typed);
    return sound === null ? [] : this.withSound(latinMark + sound);
  }

  /** Returns pairs of Chinese characters with these two pinyin syllables. */
  withReading(one: string, other: string): number[] {
    return this.withSound(`${one} ${other}`);
  }

  /** Words with this key; see `soundKeysOf`. */
  protected withSound(key: string): number[] {
    return this.#words.find(key);
  }
}

/** Prefix of the keys of Latin words. No spelling in Latin letters contains it. */
const latinMark = '~';
const firstGreekLetter = 0x370;
/** Shorter words have similar spellings to too many others. */
const shortestTyped = 4;
const chinesePair = /^\p{Script=Han}{2}$/u;

/** Returns the keys under which a word is stored. */
export function soundKeysOf(spelling: string): string[] {
  if (spelling.charCodeAt(0) >= firstGreekLetter) return [...new Set(keysOf(spelling))];
  const sound = latinSoundOf(spelling);
  return sound === null ? [] : [latinMark + sound];
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
