import { readFile } from 'node:fs/promises';

const scripts = new Map<string, Promise<string>>();

/**
 * Headers of the demo’s pages. What a page may do is little: its own files, and the books of this server,
 * whose addresses have its public origin by whatever name the page was opened.
 */
export function pageHeaders(origin: string): Record<string, string> {
  const own = `'self' ${origin}`;
  const policy = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'connect-src': own,
    'font-src': `${own} blob: data:`,
    'form-action': own,
    'frame-ancestors': "'none'",
    'img-src': `${own} blob: data:`,
    'media-src': `${own} blob:`,
    'require-trusted-types-for': "'script'",
    'script-src': own,
    'style-src': own,
  };
  return {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** A page with its values in it. Fails where it names what nobody knows. */
export function fillTemplate(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{([\w.-]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no {{${name}}} for the demo’s pages.`);
    return value;
  });
}

/** A script of a demo page, as browsers take it: without its types. */
export function browserScript(file: URL): Promise<string> {
  const known = scripts.get(file.href) ?? stripTypes(file);
  scripts.set(file.href, known);
  return known;
}

async function stripTypes(file: URL): Promise<string> {
  // Only here: the server need not wait for a builder when it starts.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file.pathname, {
    sourcemap: false,
  });
  return code;
}
