/** Which controls are wanted. */
export interface ControlParts {
  contents: boolean;
  search: boolean;
  /** Bookmarks, highlights and notes. */
  marks: boolean;
  settings: boolean;
  title: boolean;
  progress: boolean;
  menu: boolean;
  /** The buy button, for a book that is sold. */
  buy: boolean;
}

const names = 'contents search marks settings title progress menu buy'.split(' ');

/**
 * Reads the `controls` attribute: names with spaces between. Unless it is set, the deployment’s features
 * say; else there are all of them.
 */
export function readParts(
  controls: string | undefined,
  features?: Readonly<ControlParts> | null,
): ControlParts {
  const wanted = controls ? controls.split(/\s+/) : null;
  const has = (name: string) =>
    wanted?.includes(name) ?? features?.[name as keyof ControlParts] ?? true;
  const parts: Record<string, boolean> = Object.fromEntries(names.map((name) => [name, has(name)]));
  return parts as Record<keyof ControlParts, boolean>;
}
