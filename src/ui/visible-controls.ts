/** Visibility of the controls. */
export interface VisibleControls {
  contents: boolean;
  search: boolean;
  /** Bookmarks, highlights and notes. */
  marks: boolean;
  settings: boolean;
  title: boolean;
  progress: boolean;
  menu: boolean;
  /** The full-screen button. */
  fullscreen: boolean;
  /** The buy button, for books that are for sale. */
  buy: boolean;
}

const controlNames = 'contents search marks settings title progress menu fullscreen buy'.split(' ');

/**
 * Parses the `controls` attribute, a space-separated list. Without it, the deployment's features
 * apply. By default, all controls are visible.
 */
export function parseControls(
  controls: string | undefined,
  features?: Readonly<VisibleControls> | null,
): VisibleControls {
  const requested = controls ? controls.split(/\s+/) : null;
  const has = (name: string) =>
    requested?.includes(name) ?? features?.[name as keyof VisibleControls] ?? true;
  const visible: Record<string, boolean> = Object.fromEntries(
    controlNames.map((name) => [name, has(name)]),
  );
  return visible as Record<keyof VisibleControls, boolean>;
}
