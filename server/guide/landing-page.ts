import type { FastifyPluginAsync } from 'fastify';
import { escapeText } from 'entities';
import { createHash } from 'node:crypto';

export interface LandingPageOptions {
  /** Name of the service, from `SVC_NAME`. */
  name: string;
  /** Path of the console, or null if there is none. */
  consoleUrl: string | null;
}

const style = `
:root { color-scheme: light dark; --text: #1b1c1e; --muted: #5b5f66; --line: #d9dce1; --link: #1f54c8; --page: #fbfbfa; }
@media (prefers-color-scheme: dark) { :root { --text: #e9e9ea; --muted: #a2a6ad; --line: #3a3d43; --link: #9dbcff; --page: #17181a; } }
* { box-sizing: border-box; }
body { margin: 0; min-block-size: 100vh; display: grid; align-content: center; background: var(--page); color: var(--text); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { inline-size: min(40rem, 100%); margin-inline: auto; padding: 3rem 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: clamp(1.6rem, 5vw, 2.25rem); line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
p { margin: 0 0 2rem; color: var(--muted); text-wrap: pretty; }
ul { margin: 0; padding: 0; list-style: none; border-block-start: 1px solid var(--line); }
a { display: block; padding-block: 0.9rem; border-block-end: 1px solid var(--line); color: var(--link); font-weight: 600; text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: 0.16em; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px; }
small { display: block; color: var(--muted); font-size: 0.9375rem; font-weight: 400; }
`;

/** GET / on the API's host. Shows the service's name and links to the documentation. */
export const landingPage: FastifyPluginAsync<LandingPageOptions> = async (app, options) => {
  const html = render(options);
  const hash = createHash('sha256').update(style).digest('base64');
  app.get('/', { schema: { hide: true }, config: { access: 'open' } }, async (_request, reply) =>
    reply
      .headers({
        'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        // Search engines should list the publishers' books, not this page.
        'X-Robots-Tag': 'noindex',
      })
      .send(html),
  );
};

function render({ name, consoleUrl }: LandingPageOptions): string {
  const links: [string, string, string][] = [
    ['/docs/guide/', 'Guides', 'Embed books, sell them, and run the server'],
    ['/docs', 'API reference', 'Every operation of the Digital Publishing API'],
    ['/v1/openapi.json', 'OpenAPI document', 'For code generators and API clients'],
    ...(consoleUrl === null
      ? []
      : [
          [consoleUrl, 'Console', 'Manage books, keys and deployments'] satisfies [
            string,
            string,
            string,
          ],
        ]),
  ];
  const items = links.map(
    ([url, label, purpose]) => `<li><a href="${url}">${label}<small>${purpose}</small></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(name)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeText(name)}</h1>
<p>This server provides books to the readers that publishers embed in their own sites.</p>
<ul>
${items.join('\n')}
</ul>
</main>
</body>
</html>
`;
}
