import type { Policy } from './violation.ts';

/** A publisher's page that loads the reader. */
export function hostPage(api: string, policy: Policy): string {
  const meta =
    policy === 'strict'
      ? `<meta http-equiv="Content-Security-Policy" content="${policyOf(api)}">`
      : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${meta}<title>A publisher</title>
<script src="/watch.js"></script><script src="/host.js"></script>
<script type="module" src="${api}/svc-reader.js"></script>
</head><body></body></html>
`;
}

/** Script that adds the reader to that page. The book's id is in the page's URL. */
export function hostScript({ api, key }: { api: string; key: string }): string {
  return `addEventListener('DOMContentLoaded', () => {
  localStorage.clear();
  const reader = document.createElement('svc-reader');
  const wanted = { api: ${JSON.stringify(api)}, key: ${JSON.stringify(key)}, locale: 'en',
    book: new URLSearchParams(location.search).get('book') };
  for (const [name, value] of Object.entries(wanted)) reader.setAttribute(name, value);
  Object.assign(reader.style, { display: 'block', blockSize: '90vh' });
  document.body.append(reader);
});
`;
}

function policyOf(api: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    ...['connect', 'img', 'font', 'media'].map((kind) => `${kind}-src ${api}`),
    "require-trusted-types-for 'script'",
  ].join('; ');
}
