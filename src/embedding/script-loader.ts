/** Imports the reader modules from the same directory, for pages that only allow classic scripts. */
{
  const { src } = document.currentScript as HTMLScriptElement;
  for (const file of ['svc-reader.js', 'svc-links.js']) {
    void import(/* @vite-ignore */ new URL(file, src).href);
  }
}
