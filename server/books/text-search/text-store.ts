import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/open.ts';
import { readContent } from '../../db/stored-objects.ts';
import type { Section, Tree } from '../../epub/contract.ts';
import type { SearchableSection } from './find-in-text.ts';
import { foldSection } from './folded-text.ts';
import { extractSectionText } from './section-text.ts';

const decompress = promisify(brotliDecompress);

/**
 * Enough for about twenty novels. With its folded text, a novel takes two to five bytes per
 * character.
 */
const maxCachedBytes = 32 * 2 ** 20;
/**
 * Number of sections per read. Small enough that a long book is never fully in memory in both
 * compressed and uncompressed form.
 */
const sectionsPerRead = 50;

export type TextStore = ReturnType<typeof textStore>;

/** Reads the searchable text of book versions. Caches the most recently used text. */
export function textStore(db: Database) {
  const cache = new LRUCache<string, SearchableSection[]>({
    maxSize: maxCachedBytes,
    sizeCalculation: (sections) => sections.reduce((sum, section) => sum + sizeOf(section), 1),
    // Concurrent searches in the same book share one read.
    fetchMethod: (versionId) => read(versionId),
  });

  async function read(versionId: string): Promise<SearchableSection[]> {
    const sections: SearchableSection[] = [];
    for (;;) {
      const rows = await db.query
        .selectFrom('sections')
        .select(['content as bytes', 'object'])
        .where('version_id', '=', versionId)
        .where('position', '>=', sections.length)
        .orderBy('position')
        .limit(sectionsPerRead)
        .execute();
      for (const row of rows) {
        const content = await readContent(db, row);
        sections.push(toSearchable(parseTree(await decompress(content))));
      }
      if (rows.length < sectionsPerRead) return sections;
    }
  }

  /** Returns published chapters by id. Omits chapters withdrawn in the meantime. */
  async function readChapters(ids: string[]): Promise<Map<string, SearchableSection>> {
    if (ids.length === 0) return new Map();
    const rows = await db.query
      .selectFrom('serial_chapters')
      .select(['id', 'section'])
      .where('id', 'in', ids)
      .where('state', '=', 'published')
      .execute();
    return new Map(rows.map(({ id, section }) => [id, toSearchable(parseSection(section).tree)]));
  }

  async function chapters(requested: { id: string; revision: number }[]) {
    const keyOf = ({ id, revision }: { id: string; revision: number }) => `${id}/${revision}`;
    const texts = new Map<string, SearchableSection>();
    for (let at = 0; at < requested.length; at += sectionsPerRead) {
      const batch = requested.slice(at, at + sectionsPerRead);
      const missing = batch.filter((one) => !cache.has(keyOf(one)));
      const read = await readChapters(missing.map(({ id }) => id));
      for (const one of batch) {
        const text = cache.get(keyOf(one))?.[0] ?? read.get(one.id) ?? toSearchable('');
        texts.set(one.id, text);
        if (!cache.has(keyOf(one))) cache.set(keyOf(one), [text]);
      }
    }
    return texts;
  }

  return {
    /** Returns the text of every reading order entry. */
    async sections(
      contentId: string,
      readingOrder: readonly { chapter: { id: string; revision: number } | null }[],
    ): Promise<SearchableSection[]> {
      const chapterTexts = await chapters(readingOrder.flatMap(({ chapter }) => chapter ?? []));
      const hasOnlyChapters = chapterTexts.size === readingOrder.length;
      const sections = hasOnlyChapters ? [] : ((await cache.fetch(contentId)) ?? []);
      return readingOrder.map(
        ({ chapter }, index) =>
          (chapter ? chapterTexts.get(chapter.id) : sections[index]) ?? toSearchable(''),
      );
    },
  };
}

function toSearchable(tree: Tree): SearchableSection {
  const text = extractSectionText(tree);
  return { ...text, folded: foldSection(text) };
}

function sizeOf({ text, breaks, rubyRanges, folded }: SearchableSection): number {
  return text.length * 2 + breaks.length * 8 + rubyRanges.length * 80 + folded.sizeBytes + 200;
}

function parseTree(json: Buffer): Section['tree'] {
  return (JSON.parse(json.toString()) as { data: Section }).data.tree;
}

function parseSection(json: string): Section {
  return JSON.parse(json) as Section;
}
