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

/**
 * Reads the `controls` attribute: names with spaces between. Unless it is set, the deployment’s features
 * say; else there are all of them.
 */
export function readParts(
  controls: string | undefined,
  features?: Readonly<ControlParts> | null,
): ControlParts {
  const wanted = controls ? controls.split(/\s+/) : null;
  const has = (name: keyof ControlParts) => wanted?.includes(name) ?? features?.[name] ?? true;
  return {
    contents: has('contents'),
    search: has('search'),
    marks: has('marks'),
    settings: has('settings'),
    title: has('title'),
    progress: has('progress'),
    menu: has('menu'),
    buy: has('buy'),
  };
}
