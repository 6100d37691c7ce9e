import { posix } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { GuidePage } from './load-guide.ts';

export interface GuideEntry {
  /** The link's label. */
  label: string;
  page: GuidePage;
  /** Other pages in the same folder, if the page is that folder's `README.md`. */
  children: readonly GuidePage[];
}

export interface GuideGroup {
  title: string;
  entries: readonly GuideEntry[];
}

/**
 * Reads the navigation from the documentation's index. Each second-level heading is a group, and
 * the first link in each row of its table is an entry.
 *
 * @param file - Path of the index, to which links are relative.
 * @param pages - All pages, by path.
 */
export function readNavigation(
  markdown: string,
  file: string,
  pages: ReadonlyMap<string, GuidePage>,
): GuideGroup[] {
  const groups: { title: string; entries: GuideEntry[] }[] = [];
  for (const token of lexer(markdown)) {
    if (isHeading(token)) {
      if (token.depth === 2) groups.push({ title: token.text, entries: [] });
    } else if (isTable(token)) {
      for (const [cell] of token.rows) {
        const link = cell?.tokens.find(isLink);
        const target = link && posix.join(posix.dirname(file), link.href);
        const page = target === undefined ? undefined : pages.get(target);
        if (!link || !page) continue;
        groups.at(-1)?.entries.push({ label: link.text, page, children: childrenOf(page, pages) });
      }
    }
  }
  return groups;
}

function childrenOf(page: GuidePage, pages: ReadonlyMap<string, GuidePage>): GuidePage[] {
  if (posix.basename(page.file) !== 'README.md') return [];
  const folder = posix.dirname(page.file);
  return [...pages.values()].filter((one) => one !== page && posix.dirname(one.file) === folder);
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function isLink(token: Token): token is Tokens.Link {
  return token.type === 'link';
}
