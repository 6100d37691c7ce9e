/** HTML page that hosts the renderer of the API reference. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Digital Publishing API reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <style>
      body { margin: 0; }
      body > nav { padding: 0.6rem 1.25rem; background: #fff; font: 0.875rem/1.5 system-ui, sans-serif; }
      body > nav a { color: #0062a3; }
      @media (prefers-color-scheme: dark) {
        body > nav { background: #0f0f0f; }
        body > nav a { color: #8fc9ff; }
      }
    </style>
  </head>
  <body>
    <noscript>
      The API reference requires JavaScript. The same information is in
      <a href="/v1/openapi.json">the OpenAPI document</a>.
    </noscript>
    <nav aria-label="Documentation"><a href="/docs/guide/">Guides and the element's reference</a></nav>
    <div id="reference"></div>
    <script src="/docs/renderer.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const configuration = {
  url: '/v1/openapi.json',
  theme: 'default',
  layout: 'modern',
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  defaultOpenFirstTag: true,
  // Prevents requests to other servers, such as fonts, a proxy, telemetry or services of the
  // renderer's vendor.
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  // The renderer's default colors have insufficient contrast (WCAG 2.2, 1.4.3).
  customCss: `
    :root {
      --scalar-font: system-ui, sans-serif;
      --scalar-font-code: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace;
    }
    .light-mode {
      --scalar-color-2: #4f4f4f; --scalar-color-3: #5c5c5c; --scalar-color-accent: #0062a3;
      --scalar-color-green: #04664a; --scalar-color-red: #b80005; --scalar-color-blue: #005f99;
      --scalar-color-orange: #9c3600; --scalar-color-yellow: #6b5300; --scalar-color-query: #00686c;
    }
    .dark-mode { --scalar-color-2: #b8b8b8; --scalar-color-3: #a3a3a3; --scalar-color-red: #ff8f8f; }
    .client-libraries, .client-libraries-text { opacity: 1; }
  `,
};

/** A separate file because the content security policy forbids inline scripts. */
export const docsScript = `
Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});

// The renderer's copy buttons have no accessible name.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
}).observe(document.body, { childList: true, subtree: true });
`.trimStart();
