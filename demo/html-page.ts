import { readFile } from 'node:fs/promises';

const scripts = new Map<string, Promise<string>>();

/**
 * Headers of the demo pages. Pages may load only their own files and this server's books. Book URLs
 * have the public origin even if the page was opened at another origin.
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

/** Replaces `{{name}}` placeholders. @throws Error if a value is missing. */
export function fillTemplate(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{([\w.-]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the placeholder {{${name}}}.`);
    return value;
  });
}

/** Returns the script of a demo page as JavaScript. The result is cached. */
export function browserScript(file: URL): Promise<string> {
  const script = scripts.get(file.href) ?? stripTypes(file);
  scripts.set(file.href, script);
  return script;
}

async function stripTypes(file: URL): Promise<string> {
  // Imported on first use so that the server starts without loading Vite.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file.pathname, {
    sourcemap: false,
  });
  return code;
}
