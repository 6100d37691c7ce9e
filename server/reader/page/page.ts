import { createHash } from 'node:crypto';
import { attribute, styleBlock } from './markup.ts';

/** A whole document, and what its policy must say: the hash of its one style sheet, and who may frame it. */
export interface Page {
  html: string;
  styleHash: string;
  ancestors: readonly string[] | null;
}

export interface PageParts {
  lang: string;
  direction: 'ltr' | 'rtl';
  /** The text of the head’s one style element. */
  style: string;
  head: string;
  body: string;
  /** Origins that may frame the page; null: anyone. */
  ancestors: readonly string[] | null;
}

export function pageOf({ lang, direction, style, head, body, ancestors }: PageParts): Page {
  const html = `<!doctype html>
<html${attribute('lang', lang)}${attribute('dir', direction)}>
<head>
${head}
<meta name="svc-ancestors"${attribute('content', ancestors?.join(' ') ?? '*')}>
</head>
<body>
${body}
</body>
</html>
`;
  const hash = createHash('sha256').update(styleBlock(style)).digest('base64');
  return { html, styleHash: `'sha256-${hash}'`, ancestors };
}
