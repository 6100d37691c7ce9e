/** An array's items with their indexes. Prototype.js replaces `Array.prototype.entries`. */
export function* indexed<Item>(items: Iterable<Item>): Generator<[number, Item]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
