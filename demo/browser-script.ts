import { readFile } from 'node:fs/promises';

const made = new Map<string, Promise<string>>();

/** A script of a demo page, as browsers take it: without its types. */
export function browserScript(file: URL): Promise<string> {
  const known = made.get(file.href) ?? withoutTypes(file);
  made.set(file.href, known);
  return known;
}

async function withoutTypes(file: URL): Promise<string> {
  // Only here: the server need not wait for a builder when it starts.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file.pathname, {
    sourcemap: false,
  });
  return code;
}
