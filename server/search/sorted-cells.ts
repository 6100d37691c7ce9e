/** Returns the first index at or after `from` whose number is at least `value`. */
export function lowerBound(cells: Uint32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does the same as `lowerBound`, but faster if the result is near `from`. */
export function nextFrom(cells: Uint32Array, from: number, to: number, value: number): number {
  let [low, step] = [from, 1];
  while (low + step < to && (cells[low + step] ?? 0) < value) {
    low += step;
    step *= 2;
  }
  return lowerBound(cells, low, Math.min(to, low + step), value);
}
