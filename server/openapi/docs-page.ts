/** The page around the renderer. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Digital Publishing API: the reference</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>
      The reference is drawn by a script. What it says is in
      <a href="/v1/openapi.json">the OpenAPI document</a>.
    </noscript>
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
  // The renderer’s own greys and colours are too faint to read by (WCAG 2.2, 1.4.3).
  // Nothing leaves this server: no fonts, no proxy, no counting, no services of the renderer's maker.
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideTestRequestButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
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

/** Outside of the page, so that no script has to stand in it. */
export const docsScript = `
Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});

// The renderer leaves its buttons for copying without a name.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy');
  }
}).observe(document.body, { childList: true, subtree: true });
`.trimStart();
