import { escapeText } from 'entities';
import { createHash } from 'node:crypto';

/** Escapes text for use between tags or in a quoted attribute value. */
export function escapeHtml(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

/** ` name="value"`. The name is not escaped and must be trusted. */
export function htmlAttribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}

/** Returns JSON for a data script element, without `</script>` or `<!--`. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

/** Escapes CSS for a style element because its strings may contain `</style>`. */
export function styleText(css: string): string {
  return css.replaceAll(/<(?=[/!])/g, '\\3c ');
}

/** A complete document with the values of its Content-Security-Policy. */
export interface HtmlPage {
  html: string;
  styleHash: string;
  frameAncestors: readonly string[] | null;
}

interface HtmlPageParts {
  lang: string;
  direction: 'ltr' | 'rtl';
  /** The content of the only style element. */
  style: string;
  head: string;
  body: string;
  /** Origins that may frame the page. Null allows all origins. */
  frameAncestors: readonly string[] | null;
}

export function renderHtmlPage({
  lang,
  direction,
  style,
  head,
  body,
  frameAncestors,
}: HtmlPageParts): HtmlPage {
  const html = `<!doctype html>
<html${htmlAttribute('lang', lang)}${htmlAttribute('dir', direction)}>
<head>
${head}
<meta name="svc-ancestors"${htmlAttribute('content', frameAncestors?.join(' ') ?? '*')}>
</head>
<body>
${body}
</body>
</html>
`;
  const hash = createHash('sha256').update(styleText(style)).digest('base64');
  return { html, styleHash: `'sha256-${hash}'`, frameAncestors };
}
