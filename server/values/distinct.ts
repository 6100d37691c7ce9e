/** Removes duplicates, compared as JSON. The first occurrence keeps its position. */
export function distinct<Value>(values: Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
