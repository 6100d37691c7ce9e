import { attribute, styleBlock, text } from './markup.ts';
import { type Page, pageOf } from './page.ts';
import { pageStyle } from './page-style.ts';
import { themeStyle } from './theme-style.ts';
import type { PageEmbed } from './contract.ts';
import { type FailureKind, type Words } from './words.ts';

/** A page that says why there is nothing to read. */
export function messagePage(
  kind: FailureKind,
  words: Words,
  requestId: string,
  theme: PageEmbed['theme'] = { name: null, tokens: {} },
): Page {
  const { title, help } = words.failures[kind];
  const style = themeStyle(theme) + pageStyle;
  return pageOf({
    lang: words.locale,
    direction: words.direction,
    style,
    // There is nothing here to click on: a frame may say what is wrong anywhere.
    ancestors: null,
    head: [
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${text(title)}</title>`,
      `<style>${styleBlock(style)}</style>`,
      '<meta name="robots" content="noindex">',
      '<link rel="icon" href="data:,">',
    ].join('\n'),
    body: `<main class="message"${attribute('data-code', kind)}>
<h1>${text(title)}</h1>
<p>${text(help)}</p>
<small>${text(words.requestId(requestId))}</small>
</main>
<script type="module" src="/svc-served.js"></script>`,
  });
}
