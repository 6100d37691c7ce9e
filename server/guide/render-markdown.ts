import { decodeHTML } from 'entities';
import GithubSlugger from 'github-slugger';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml, htmlAttribute } from '../embed-page/html.ts';

/** A heading with its anchor, derived as on GitHub. */
export interface GuideHeading {
  depth: number;
  id: string;
  text: string;
}

/** The text below one heading, for the search index. */
export interface GuideSection {
  /** Null for text above the first heading. */
  heading: GuideHeading | null;
  /** Plain text of each paragraph, list item, table row and code block. */
  blocks: string[];
}

export interface RenderedMarkdown {
  /** The first heading's text. */
  title: string;
  /** HTML of the whole page, without inline styles or scripts. */
  html: string;
  headings: GuideHeading[];
  sections: GuideSection[];
}

/**
 * Returns a link's target, which is a URL on this server, or null for a file that the guide does
 * not serve.
 */
export type ResolveLink = (href: string) => string | null;

/** Tables with more columns scroll sideways on narrow screens. */
const fittingColumns = 2;

/**
 * Renders a Markdown page. Raw HTML is escaped and comments are removed.
 *
 * @param resolve - Called for every link and image except links within the page and to other sites.
 */
export function renderMarkdown(markdown: string, resolve: ResolveLink): RenderedMarkdown {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(markdown);
  const sections = splitSections(tokens);
  const headings = sections.flatMap(({ heading }) => heading ?? []);
  marked.use({ renderer: guideRenderer(headings, resolve) });
  const html = marked.parser(tokens);
  return { title: headings[0]?.text ?? '', html, headings, sections };
}

function guideRenderer(headings: readonly GuideHeading[], resolve: ResolveLink): RendererObject {
  let count = 0;
  let current: GuideHeading | undefined;
  return {
    heading({ depth, tokens }) {
      current = headings[count];
      count += 1;
      const id = htmlAttribute('id', current?.id ?? '');
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      if (isExternal(href)) return `<a${htmlAttribute('href', href)} rel="noopener">${content}</a>`;
      const url = href.startsWith('#') ? href : resolve(href);
      if (url !== null) return `<a${htmlAttribute('href', url)}>${content}</a>`;
      // The file is only in the repository.
      const path = href.replace(/^(?:\.\.?\/)+/, '');
      return textOf(tokens) === path
        ? content
        : `${content} (<code>${breakable(escapeHtml(path))}</code>)`;
    },
    image({ href, text }) {
      const url = isExternal(href) ? null : resolve(href);
      if (url === null) return escapeHtml(text);
      return `<img${htmlAttribute('src', url)}${htmlAttribute('alt', text)} loading="lazy">`;
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: 'th' | 'td') =>
        `<tr>${cells
          .map(({ tokens }) => {
            const scope = tag === 'th' ? ' scope="col"' : '';
            return `<${tag}${scope}>${this.parser.parseInline(tokens)}</${tag}>`;
          })
          .join('')}</tr>`;
      const hasHeader = token.header.some(({ text }) => text !== '');
      const head = hasHeader ? `<thead>${row(token.header, 'th')}</thead>` : '';
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      const label = htmlAttribute('aria-label', `Table: ${current?.text ?? ''}`);
      // A scrolling container must be reachable by keyboard (WCAG 2.2, 2.1.1).
      const scrolls =
        token.header.length > fittingColumns
          ? ` class="table wide" role="group" tabindex="0"${label}`
          : ' class="table"';
      return `<div${scrolls}><table>${head}<tbody>\n${body}\n</tbody></table></div>\n`;
    },
    code({ text, lang }) {
      const language = lang ? htmlAttribute('data-language', lang) : '';
      const pre = `<pre${language}><code>${escapeHtml(text)}\n</code></pre>\n`;
      // Drawing the diagram would require a 500 kB script.
      if (lang === 'mermaid') {
        return `<details><summary>Diagram as Mermaid source</summary>${pre}</details>\n`;
      }
      return pre;
    },
    codespan({ text }) {
      return `<code>${breakable(escapeHtml(text))}</code>`;
    },
    html({ text }) {
      return text.trimStart().startsWith('<!--') ? '' : escapeHtml(text);
    },
  };
}

/** Lets long identifiers and paths wrap after a separator. */
function breakable(html: string): string {
  return html.replaceAll(/(?<=[\w}][/_])(?=[\w{])/g, '<wbr>');
}

function isExternal(href: string): boolean {
  return /^(?:https?|mailto):/i.test(href);
}

function splitSections(tokens: readonly Token[]): GuideSection[] {
  const slugger = new GithubSlugger();
  const first: GuideSection = { heading: null, blocks: [] };
  const sections = [first];
  for (const token of tokens) {
    if (isHeading(token)) {
      const text = textOf(token.tokens);
      const heading = { depth: token.depth, id: slugger.slug(text), text };
      sections.push({ heading, blocks: [] });
    } else sections.at(-1)?.blocks.push(...blocksOf(token));
  }
  return first.blocks.length > 0 ? sections : sections.slice(1);
}

function blocksOf(token: Token): string[] {
  if (isTable(token)) {
    return token.rows.map((cells) => cells.map(({ tokens }) => textOf(tokens)).join(' – '));
  }
  if (isList(token)) return token.items.flatMap((item) => item.tokens.flatMap(blocksOf));
  if (token.type === 'html' || token.type === 'space' || token.type === 'hr') return [];
  const text = textOf([token]).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? [] : [text];
}

/** Returns the text of inline or block tokens, without markup. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if (token.type === 'html') return '';
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      if (token.type === 'code' || token.type === 'codespan') return String(token.text);
      return 'text' in token ? decodeHTML(String(token.text)) : '';
    })
    .join('');
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}
