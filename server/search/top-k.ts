/**
 * The first `limit` of many in an order, without sorting all: a heap whose top is the last of those
 * that are kept.
 */
export class TopK<Item> {
  readonly #items: Item[] = [];
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;

  /** @param compare - Negative when `a` comes before `b`; never zero for two of them. */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** What a further item must come before; undefined as long as any is taken. */
  get threshold(): Item | undefined {
    return this.#items.length < this.#limit ? undefined : this.#items[0];
  }

  add(item: Item): void {
    const items = this.#items;
    if (items.length < this.#limit) {
      items.push(item);
      this.#rise(items.length - 1);
    } else if (items[0] !== undefined && this.#compare(item, items[0]) < 0) {
      items[0] = item;
      this.#sink(0);
    }
  }

  /** In order. */
  sorted(): Item[] {
    return this.#items.sort(this.#compare);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBehind(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (this.#isBehind(child, last)) last = child;
      }
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #isBehind(a: number, b: number): boolean {
    const [first, second] = [this.#items[a], this.#items[b]];
    return first !== undefined && second !== undefined && this.#compare(first, second) > 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#items[a], this.#items[b]];
    if (first === undefined || second === undefined) return;
    this.#items[a] = second;
    this.#items[b] = first;
  }
}
