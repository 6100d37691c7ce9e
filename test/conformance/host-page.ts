/** A publisher's page with the strictest policy that the reader supports. */
export function hostPage(api: string): string {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    ...['connect', 'img', 'font', 'media'].map((kind) => `${kind}-src ${api}`),
    "style-src 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>A book</title>
<script src="/host.js"></script>
<script type="module" src="${api}/svc-reader.js"></script>
</head>
<body></body>
</html>
`;
}

/** Adds the reader to the page at full size, and records its events. */
export function hostScript({ api, key }: { api: string; key: string }): string {
  return `
// Opens every book at its beginning, even if it was read before.
localStorage.clear();
globalThis.heard = [];
for (const type of ['svc-open', 'svc-error', 'svc-external-link', 'svc-page-change'])
  addEventListener(type, (event) => heard.push({ type, code: event.code, url: event.href ?? event.url }), true);
// Recordings are played by elements that stand nowhere in the document.
globalThis.sounds = [];
const { play } = HTMLMediaElement.prototype;
HTMLMediaElement.prototype.play = function () {
  if (!sounds.includes(this)) sounds.push(this);
  return play.call(this);
};
addEventListener('DOMContentLoaded', () => {
  document.body.style.margin = 0;
  const reader = document.createElement('svc-reader');
  const wanted = { api: ${JSON.stringify(api)}, key: ${JSON.stringify(key)}, locale: 'en',
    ...Object.fromEntries(new URLSearchParams(location.search)) };
  for (const [name, value] of Object.entries(wanted)) reader.setAttribute(name, value);
  Object.assign(reader.style, { display: 'block', blockSize: '100vh' });
  document.body.append(reader);
  globalThis.namesBefore = [...Object.keys(globalThis), 'namesBefore'];
});
`;
}
