/** Which controls are wanted. */
export interface VisibleControls {
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

const controlNames = 'contents search marks settings title progress menu buy'.split(' ');

/**
 * Reads the `controls` attribute: names with spaces between. Unless it is set, the deployment’s features
 * say; else there are all of them.
 */
export function parseControls(
  controls: string | undefined,
  features?: Readonly<VisibleControls> | null,
): VisibleControls {
  const wanted = controls ? controls.split(/\s+/) : null;
  const has = (name: string) =>
    wanted?.includes(name) ?? features?.[name as keyof VisibleControls] ?? true;
  const parts: Record<string, boolean> = Object.fromEntries(
    controlNames.map((name) => [name, has(name)]),
  );
  return parts as Record<keyof VisibleControls, boolean>;
}
