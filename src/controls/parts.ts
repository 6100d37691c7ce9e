/** Which controls are wanted. */
export interface ControlParts {
  contents: boolean;
  settings: boolean;
  title: boolean;
  progress: boolean;
}

/** Reads the `controls` attribute: names with spaces between; all of them unless it is set. */
export function readParts(controls: string | undefined): ControlParts {
  const wanted = (controls || 'contents settings title progress').split(/\s+/);
  const has = (name: keyof ControlParts) => wanted.includes(name);
  return {
    contents: has('contents'),
    settings: has('settings'),
    title: has('title'),
    progress: has('progress'),
  };
}
