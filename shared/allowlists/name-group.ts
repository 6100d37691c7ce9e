/** Names of which the same is true, and why they are allowed. */
export interface NameGroup {
  reason: string;
  names: readonly string[];
}

/** A group whose names are written with spaces between them. */
export function nameGroup(reason: string, names: string): NameGroup {
  return { reason, names: names.trim().split(/\s+/) };
}

/** Every name of the groups. */
export function namesIn(groups: readonly NameGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ names }) => names));
}
