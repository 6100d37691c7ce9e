import { ensureLength } from './number-arrays.ts';

/**
 * Assigns numbers to works and lists their editions. Stores no strings and identifies a work by 52
 * bits of its id.
 */
export class WorkTable {
  /** Editions by work number. */
  editions = new Uint32Array(0);
  /** Public editions by work number. */
  publicEditions = new Uint32Array(0);
  /** Number of works with a public edition. */
  publicCount = 0;
  #count = 0;
  /** By work: its latest row plus one. By row: the previous row of the same work plus one. */
  #lastRows = new Uint32Array(0);
  #rowsBefore = new Uint32Array(0);
  /** Open addressing: bits of the id, and the work number plus one. */
  #hashes = new Float64Array(1024);
  #numbers = new Uint32Array(1024);

  /** Number of works, including those without editions left. */
  get size(): number {
    return this.#count;
  }

  /** Adds a row to a work's editions. Returns the work's number, which is assigned on first use. */
  addEdition(workId: string, row: number, isPublic: boolean): number {
    const work = this.#numberOf(hashOf(workId));
    this.editions[work] = (this.editions[work] ?? 0) + 1;
    this.#rowsBefore = ensureLength(this.#rowsBefore, row + 1);
    this.#rowsBefore[row] = this.#lastRows[work] ?? 0;
    this.#lastRows[work] = row + 1;
    if (isPublic) this.#countPublic(work, 1);
    return work;
  }

  removeEdition(work: number, row: number, isPublic: boolean): void {
    this.editions[work] = Math.max(0, (this.editions[work] ?? 0) - 1);
    if (isPublic) this.#countPublic(work, -1);
    const before = this.#rowsBefore[row] ?? 0;
    if (this.#lastRows[work] === row + 1) {
      this.#lastRows[work] = before;
      return;
    }
    for (const other of this.rowsOf(work)) {
      if (this.#rowsBefore[other] !== row + 1) continue;
      this.#rowsBefore[other] = before;
      return;
    }
  }

  /** The rows of a work's editions, latest first. */
  *rowsOf(work: number): Generator<number> {
    for (let next = this.#lastRows[work] ?? 0; next > 0; next = this.#rowsBefore[next - 1] ?? 0)
      yield next - 1;
  }

  /** Returns the work with this id, or null. */
  find(workId: string): number | null {
    const number = this.#numbers[this.#slotOf(hashOf(workId))] ?? 0;
    return number === 0 ? null : number - 1;
  }

  #numberOf(hash: number): number {
    if (this.#count * 2 > this.#hashes.length) this.#rehash();
    const slot = this.#slotOf(hash);
    const known = this.#numbers[slot] ?? 0;
    if (known > 0) return known - 1;
    this.#hashes[slot] = hash;
    this.#count += 1;
    this.#numbers[slot] = this.#count;
    this.editions = ensureLength(this.editions, this.#count);
    this.publicEditions = ensureLength(this.publicEditions, this.#count);
    this.#lastRows = ensureLength(this.#lastRows, this.#count);
    return this.#count - 1;
  }

  #countPublic(work: number, change: 1 | -1): void {
    const count = (this.publicEditions[work] ?? 0) + change;
    this.publicEditions[work] = count;
    if (count === (change === 1 ? 1 : 0)) this.publicCount += change;
  }

  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let slot = (hash % 0x7fffffff) & mask;
    while ((this.#numbers[slot] ?? 0) !== 0 && this.#hashes[slot] !== hash)
      slot = (slot + 1) & mask;
    return slot;
  }

  #rehash(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#numbers = new Uint32Array(hashes.length * 2);
    for (let at = 0; at < hashes.length; at += 1) {
      const number = numbers[at] ?? 0;
      if (number === 0) continue;
      const slot = this.#slotOf(hashes[at] ?? 0);
      this.#hashes[slot] = hashes[at] ?? 0;
      this.#numbers[slot] = number;
    }
  }
}

/** With 52 bits, the probability that two of a million works collide is one in ten thousand. */
function hashOf(text: string): number {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 13);
  }
  return (high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff);
}
