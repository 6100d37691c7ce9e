/** Returns the seconds since `performance.now()` returned this time. */
export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}
