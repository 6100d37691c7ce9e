/**
 * Copies of the rules by which content management systems transform articles, as far as they affect
 * the reader. They make it possible to open the same articles in a browser.
 */

/**
 * Elements that `wp_kses_post` keeps:
 * https://developer.wordpress.org/reference/functions/wp_kses_post/
 */
const wordpressTags = new Set(
  `a abbr article aside b blockquote br cite code div em figcaption figure footer h1 h2 h3 h4 h5 h6
  header hr i img li main mark nav ol p pre q s section small span strong sub sup table tbody td th
  thead tr u ul`.split(/\s+/),
);

/**
 * Renders a page of a block theme. Unknown tags are removed, their text is kept, and scripts come
 * from the theme.
 */
export function wordpress(content: string, loader: string): string {
  const filtered = content.replaceAll(/<\/?([a-zA-Z][\w-]*)[^>]*>/g, (tag, name: string) =>
    wordpressTags.has(name.toLowerCase()) ? tag : '',
  );
  return `<!doctype html>
<html lang="en-US">
<head><meta charset="UTF-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>A winter book &#8211; Corner Shop</title>
<style>body{margin:0}.is-layout-constrained > :where(:not(.alignfull)){max-width:645px;margin-left:auto !important;margin-right:auto !important}</style>
</head>
<body class="wp-singular post-template-default single wp-embed-responsive">
<div class="wp-site-blocks"><main class="wp-block-group is-layout-constrained">
<h1 class="wp-block-post-title">A winter book</h1>
<div class="entry-content wp-block-post-content is-layout-constrained wp-block-post-content-is-layout-constrained">
${filtered}
</div></main></div>
<script src="${loader}?ver=6.8.3" id="svc-reader-js"></script>
</body>
</html>`;
}

/** An HTML card is output unchanged. */
export function ghost(card: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>A winter book</title>
<style>.gh-content{max-width:720px;margin:0 auto}.gh-content > * + *{margin-top:28px}</style></head>
<body class="post-template is-head-left-logo">
<div class="gh-viewport"><main class="gh-main"><article class="gh-article post"><section class="gh-content gh-canvas is-body">
<p>Snow, and a lamp in the window.</p>
<!--kg-card-begin: html-->
${card}
<!--kg-card-end: html-->
<p>More next week.</p>
</section></article></main></div>
</body>
</html>`;
}

/** In CommonMark, a line that begins with a tag other than a block tag becomes a paragraph. */
export function markdown(source: string, { isSafe }: { isSafe: boolean }): string {
  const blocks = source.split(/\n{2,}/).map((block) => {
    const raw = isSafe ? block.replaceAll(/<[^>]+>/g, '<!-- raw HTML omitted -->') : block;
    const linked = raw.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, text: string, href: string) => {
      const escaped = href.replaceAll('&', '&amp;');
      return `<a href="${escaped}">${text}</a>`;
    });
    if (block.startsWith('# ')) return `<h1 id="a-winter-book">${linked.slice(2)}</h1>`;
    return /^<(script|div|!--)/.test(linked) && !isSafe ? linked : `<p>${linked}</p>`;
  });
  return `<!DOCTYPE html>
<html lang="en-us">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A winter book</title></head>
<body><main class="content">${blocks.join('\n')}</main></body>
</html>`;
}
