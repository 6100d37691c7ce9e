/** Browsers open six connections to one server: the pages on screen need some of them. */
const lanes = 3;

/** Does the work for each item, a few at a time; ends with the first that fails. */
export async function fewAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
