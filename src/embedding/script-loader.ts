/**
 * Imports the reader's modules from the directory of this script, for pages that only allow classic
 * scripts. A copy on another server sets `data-server` on its script tag to the URL of the reader's
 * server.
 */
{
  // Null in a module.
  const { currentScript } = document;
  const script =
    currentScript instanceof HTMLScriptElement
      ? currentScript
      : document.querySelector<HTMLScriptElement>('script[src*="svc-loader"]');
  const server = script?.dataset['server'];
  const base = server ? `${server.replace(/\/*$/, '')}/` : (script?.src ?? location.href);
  for (const file of ['svc-reader.js', 'svc-links.js']) {
    void import(/* @vite-ignore */ new URL(file, base).href);
  }
}
