import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/open.ts';
import type { Section } from '../../epub/contract.ts';
import type { SearchableSection } from './find-in-text.ts';
import { foldSection } from './folded-text.ts';
import { sectionText } from './section-text.ts';

const decompress = promisify(brotliDecompress);

/** About twenty novels: one takes two to five bytes a character, folded text and all. */
const mostBytesKept = 32 * 2 ** 20;
/** Few enough that a long book is never in memory whole and compressed, too. */
const sectionsAtOnce = 50;

export type TextStore = ReturnType<typeof textStore>;

/** The text of book versions, ready to be searched; what was asked for lately is kept. */
export function textStore(db: Database) {
  const kept = new LRUCache<string, SearchableSection[]>({
    maxSize: mostBytesKept,
    sizeCalculation: (sections) => sections.reduce((sum, section) => sum + sizeOf(section), 1),
    // Two searches of one book at the same time read it once.
    fetchMethod: (versionId) => read(versionId),
  });

  async function read(versionId: string): Promise<SearchableSection[]> {
    const sections: SearchableSection[] = [];
    for (;;) {
      const rows = await db.query
        .selectFrom('sections')
        .select('content')
        .where('version_id', '=', versionId)
        .where('position', '>=', sections.length)
        .orderBy('position')
        .limit(sectionsAtOnce)
        .execute();
      for (const { content } of rows) {
        const text = sectionText(parseTree(await decompress(content)));
        sections.push({ ...text, folded: foldSection(text) });
      }
      if (rows.length < sectionsAtOnce) return sections;
    }
  }

  return {
    /** Every section of a version, in the reading order. */
    async sections(versionId: string): Promise<SearchableSection[]> {
      return (await kept.fetch(versionId)) ?? [];
    },
  };
}

function sizeOf({ text, breaks, beside, folded }: SearchableSection): number {
  return text.length * 2 + breaks.length * 8 + beside.length * 80 + folded.size + 200;
}

function parseTree(json: Buffer): Section['tree'] {
  return (JSON.parse(json.toString()) as { data: Section }).data.tree;
}
