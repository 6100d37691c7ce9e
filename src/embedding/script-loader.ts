/** For pages that can only hold a classic script: it imports the reader from beside itself. */
{
  const { src } = document.currentScript as HTMLScriptElement;
  for (const file of ['svc-reader.js', 'svc-links.js']) {
    void import(/* @vite-ignore */ new URL(file, src).href);
  }
}
