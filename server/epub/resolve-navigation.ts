import { quote } from './container/entry-name.ts';
import type { Landmark, PageListEntry, TocEntry } from './contract.ts';
import type { Navigation } from './package/load-navigation.ts';
import type { RawEntry } from './package/read-navigation.ts';
import type { LinkTarget } from './link-resolver.ts';
import type { Warnings } from './warnings.ts';

export interface ResolvedNavigation {
  toc: TocEntry[];
  pageList: PageListEntry[];
  landmarks: Landmark[];
}

/**
 * Resolves the URLs of the table of contents, page list and landmarks to sections and offsets.
 * Targets missing from their section resolve to its start.
 */
export function resolveNavigation(
  navigation: Navigation,
  targetOf: (basePath: string, href: string) => LinkTarget | null,
  offsetOf: (target: LinkTarget) => number | null,
  warnings: Warnings,
): ResolvedNavigation {
  const { toc, pageList, landmarks, otherTocs } = navigation;
  for (const { path, toc: entries } of otherTocs)
    for (const entry of entries) checkEntry(entry, path);
  return {
    toc: toc.toc.map((entry) => resolveEntry(entry)),
    pageList: pageList.pageList.flatMap(({ title, href }) => {
      const position = href === null ? null : resolvePosition(pageList.path, href);
      return position ? [{ title, ...position }] : [];
    }),
    landmarks: landmarks.landmarks.flatMap(({ type, title, href }) => {
      const position = resolvePosition(landmarks.path, href);
      return position ? [{ type, title, ...position }] : [];
    }),
  };

  function resolveEntry({ title, href, children }: RawEntry): TocEntry {
    const position = href === null ? null : resolvePosition(toc.path, href);
    return {
      title,
      section: position?.section ?? null,
      offset: position?.offset ?? 0,
      children: children.map((child) => resolveEntry(child)),
    };
  }

  function checkEntry({ href, children }: RawEntry, basePath: string): void {
    if (href !== null) resolvePosition(basePath, href);
    for (const child of children) checkEntry(child, basePath);
  }

  function resolvePosition(
    basePath: string,
    href: string,
  ): { section: number; offset: number } | null {
    const target = targetOf(basePath, href);
    const offset = target && offsetOf(target);
    if (offset === null) {
      const where = target ? 'in its document' : 'in the reading order';
      const message = `The navigation points to ${quote(href)}, which is not ${where}.`;
      warnings.add('navigation_target', message, basePath);
    }
    return target && { section: target.section, offset: offset ?? 0 };
  }
}

/** Returns the title of each section's first entry, in the order of the table of contents. */
export function titlesBySection(entries: TocEntry[]): Map<number, string> {
  const titles = new Map<number, string>();
  const visit = ({ title, section, children }: TocEntry) => {
    if (section !== null && title !== '' && !titles.has(section)) titles.set(section, title);
    children.forEach(visit);
  };
  entries.forEach(visit);
  return titles;
}
