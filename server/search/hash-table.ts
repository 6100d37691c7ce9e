import { ensureLength } from './number-arrays.ts';

/**
 * Lists of numbers by key. Takes a fraction of the memory of a `Map` because it stores hashes in a
 * few arrays instead of the keys and a list for each.
 */
export class HashTable {
  /** By bucket: the last entry, counted from 1. */
  #buckets = new Uint32Array(1024);
  /** By entry: the previous entry in its bucket, the hash of its key, and its number. */
  #previous = new Uint32Array(0);
  #hashes = new Uint32Array(0);
  #numbers = new Uint32Array(0);
  #count = 0;

  add(key: string, number: number): void {
    if (this.#count === this.#buckets.length) this.#grow();
    this.#count += 1;
    const entry = this.#count;
    this.#previous = ensureLength(this.#previous, entry + 1);
    this.#hashes = ensureLength(this.#hashes, entry + 1);
    this.#numbers = ensureLength(this.#numbers, entry + 1);
    this.#hashes[entry] = hashOf(key);
    this.#numbers[entry] = number;
    this.#link(entry);
  }

  /** Returns the numbers of the key and, rarely, of other keys with the same hash, in order. */
  find(key: string): number[] {
    const hash = hashOf(key);
    const found: number[] = [];
    let entry = this.#buckets[hash & (this.#buckets.length - 1)] ?? 0;
    for (; entry > 0; entry = this.#previous[entry] ?? 0) {
      if (this.#hashes[entry] === hash) found.push(this.#numbers[entry] ?? 0);
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
