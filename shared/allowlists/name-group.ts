/** Allowed names with a common reason. */
export interface NameGroup {
  reason: string;
  names: readonly string[];
}

/** Creates a group from space-separated names. */
export function nameGroup(reason: string, names: string): NameGroup {
  return { reason, names: names.trim().split(/\s+/) };
}

/** All names in the groups. */
export function namesIn(groups: readonly NameGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ names }) => names));
}
