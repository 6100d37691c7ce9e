/**
 * Selects the first `limit` items in sort order without sorting all items. Uses a heap whose root
 * is the last selected item.
 */
export class TopK<Item> {
  readonly #items: Item[] = [];
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;

  /** @param compare - Negative if `a` sorts before `b`; never zero for two different items. */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /**
   * The last selected item. Only items that sort before it are added. Undefined until `limit` items
   * are selected.
   */
  get threshold(): Item | undefined {
    return this.#items.length < this.#limit ? undefined : this.#items[0];
  }

  add(item: Item): void {
    const items = this.#items;
    if (items.length < this.#limit) {
      items.push(item);
      this.#siftUp(items.length - 1);
    } else if (items[0] !== undefined && this.#compare(item, items[0]) < 0) {
      items[0] = item;
      this.#siftDown(0);
    }
  }

  /** The selected items in sort order. */
  sorted(): Item[] {
    return this.#items.sort(this.#compare);
  }

  #siftUp(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#sortsAfter(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #siftDown(from: number): void {
    let at = from;
    for (;;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (this.#sortsAfter(child, last)) last = child;
      }
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #sortsAfter(a: number, b: number): boolean {
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
