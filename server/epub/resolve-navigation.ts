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
 * Turns the addresses of contents, page list and landmarks into sections and offsets; the start of the
 * section where there is no such place in it.
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
    toc: toc.toc.map((entry) => placeEntry(entry)),
    pageList: pageList.pageList.flatMap(({ title, href }) => {
      const place = href === null ? null : placeOf(pageList.path, href);
      return place ? [{ title, ...place }] : [];
    }),
    landmarks: landmarks.landmarks.flatMap(({ type, title, href }) => {
      const place = placeOf(landmarks.path, href);
      return place ? [{ type, title, ...place }] : [];
    }),
  };

  function placeEntry({ title, href, children }: RawEntry): TocEntry {
    const place = href === null ? null : placeOf(toc.path, href);
    return {
      title,
      section: place?.section ?? null,
      offset: place?.offset ?? 0,
      children: children.map((child) => placeEntry(child)),
    };
  }

  function checkEntry({ href, children }: RawEntry, basePath: string): void {
    if (href !== null) placeOf(basePath, href);
    for (const child of children) checkEntry(child, basePath);
  }

  function placeOf(basePath: string, href: string): { section: number; offset: number } | null {
    const target = targetOf(basePath, href);
    const offset = target && offsetOf(target);
    if (offset === null) {
      const where = target ? 'in its document' : 'in the reading order';
      const message = `The navigation leads to ${quote(href)}, which is not ${where}.`;
      warnings.add('navigation_target', message, basePath);
    }
    return target && { section: target.section, offset: offset ?? 0 };
  }
}

/** Title of the first entry that leads into each section, in the order of the contents. */
export function titlesBySection(entries: TocEntry[]): Map<number, string> {
  const titles = new Map<number, string>();
  const visit = ({ title, section, children }: TocEntry) => {
    if (section !== null && title !== '' && !titles.has(section)) titles.set(section, title);
    children.forEach(visit);
  };
  entries.forEach(visit);
  return titles;
}
