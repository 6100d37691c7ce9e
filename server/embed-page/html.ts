import { escapeText } from 'entities';
import { createHash } from 'node:crypto';

/** A text between tags, or a value between quotes: nothing in it is markup. */
export function escapeHtml(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;');
}

/** ` name="value"`. The name is one of ours or on a list of ours. */
export function htmlAttribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value)}"`;
}

/** JSON for a script element that is never run: no `</script>` and no `<!--` can stand in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026');
}

/** A style sheet for a style element: its strings may hold what would end it. */
export function styleText(css: string): string {
  return css.replaceAll(/<(?=[/!])/g, '\\3c ');
}

/** A whole document, and what its policy must say: the hash of its one style sheet, and who may frame it. */
export interface HtmlPage {
  html: string;
  styleHash: string;
  frameAncestors: readonly string[] | null;
}

interface HtmlPageParts {
  lang: string;
  direction: 'ltr' | 'rtl';
  /** The text of the head’s one style element. */
  style: string;
  head: string;
  body: string;
  /** Origins that may frame the page; null: anyone. */
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
