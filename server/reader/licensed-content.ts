import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { endOf, type Licence } from '../books/licence/licence.ts';
import { asLicensed, type Licences } from '../books/licence/licences.ts';
import { Failure } from '../failure.ts';
import type { SectionAnswer } from './send-section.ts';
import type { ReaderStore } from './store.ts';

const compress = promisify(brotliCompress);
/** One section for each book with a sample, which every visitor reads. */
const mostBytesKept = 8 * 2 ** 20;
/** Compressed once and sent often. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };

export type LicensedContent = ReturnType<typeof licensedContent>;

/** What sessions get of a version: sections as far as they are licensed, and no other files. */
export function licensedContent(content: ReaderStore, licences: Licences) {
  const cuts = new LRUCache<string, { json: Buffer; brotli: Buffer }>({
    maxSize: mostBytesKept,
    sizeCalculation: ({ json, brotli }) => json.length + brotli.length,
  });

  /** Null when there is no such section. */
  async function cut(contentId: string, licence: Licence, index: number) {
    const key = `${contentId} ${index} ${endOf(licence, index)}`;
    const kept = cuts.get(key);
    if (kept) return kept;
    const section = await content.section(contentId, index);
    if (!section) return null;
    const data = asLicensed(section, licence, index);
    const json = Buffer.from(JSON.stringify({ data }));
    const made = { json, brotli: await compress(json, { params }) };
    cuts.set(key, made);
    return made;
  }

  return {
    /** The answer `{data: Section}`; for a section that is licensed at all. Null when there is none. */
    async sectionAnswer(
      contentId: string,
      licence: Licence | null,
      index: number,
    ): Promise<SectionAnswer | null> {
      if (!licence || endOf(licence, index) === null) {
        return content.sectionAnswer(contentId, index);
      }
      const made = await cut(contentId, licence, index);
      return made && { json: async () => made.json, brotli: async () => made.brotli };
    },

    /** @throws Failure `not_licensed`. */
    async checkStyle(contentId: string, licence: Licence | null, sheetId: string): Promise<void> {
      const files = await licences.filesOf(contentId, licence);
      if (!files || files.styles.has(sheetId)) return;
      throw new Failure('not_licensed', `Sheet ${sheetId} is not part of what this session reads.`);
    },

    /** @throws Failure `not_licensed`. */
    async checkFile(contentId: string, licence: Licence | null, path: string): Promise<void> {
      const files = await licences.filesOf(contentId, licence);
      if (!files || files.paths.has(path)) return;
      throw new Failure('not_licensed', `File ${path} is not part of what this session reads.`);
    },
  };
}
