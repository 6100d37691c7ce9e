import { latinSoundOf } from './latin-sound.ts';
import { ensureLength } from './number-arrays.ts';
import { readingsOfPair } from './pinyin.ts';
import { soundOfGreek, transliterate } from './transliterate.ts';

/**
 * Finds words of the index by their sound: Cyrillic, Greek and Chinese words by their Latin
 * spellings, and Latin words by other spellings. Stores the hash table in a few arrays to save
 * memory, because it contains every word.
 */
export class SoundIndex {
  /** By bucket: the last entry, counted from 1. */
  #buckets = new Uint32Array(1024);
  /** By entry: the previous entry in its bucket, the hash of its key, and its word. */
  #previous = new Uint32Array(0);
  #hashes = new Uint32Array(0);
  #words = new Uint32Array(0);
  #count = 0;

  add(word: number, spelling: string): void {
    for (const key of soundKeysOf(spelling)) {
      if (this.#count === this.#buckets.length) this.#grow();
      this.#count += 1;
      const entry = this.#count;
      this.#previous = ensureLength(this.#previous, entry + 1);
      this.#hashes = ensureLength(this.#hashes, entry + 1);
      this.#words = ensureLength(this.#words, entry + 1);
      this.#hashes[entry] = hashOf(key);
      this.#words[entry] = word;
      this.#link(entry);
    }
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
    const hash = hashOf(key);
    const found: number[] = [];
    let entry = this.#buckets[hash & (this.#buckets.length - 1)] ?? 0;
    for (; entry > 0; entry = this.#previous[entry] ?? 0) {
      if (this.#hashes[entry] === hash) found.push(this.#words[entry] ?? 0);
    }
    return found.toReversed();
  }

  #link(entry: number): void {
    const bucket = (this.#hashes[entry] ?? 0) & (this.#buckets.length - 1);
    this.#previous[entry] = this.#buckets[bucket] ?? 0;
    this.#buckets[bucket] = entry;
  }

  #grow(): void {
    this.#buckets = new Uint32Array(this.#buckets.length * 2);
    for (let entry = 1; entry <= this.#count; entry += 1) this.#link(entry);
  }
}

/** FNV-1a of the UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
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
