/** Drops repeated values, compared as JSON. The first of each keeps its position. */
export function distinct<Value>(values: Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
