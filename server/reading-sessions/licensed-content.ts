import { LRUCache } from 'lru-cache';
import { allowedEnd, type Licence, isSectionAllowed } from '../books/licence/licence.ts';
import { restrictSection, type Licences } from '../books/licence/licences.ts';
import { Failure } from '../failure.ts';
import { compressContent, type EncodedSection } from './send-content.ts';
import type { ContentStore } from './store.ts';

/** One section for each book with a sample, which every visitor reads. */
const maxCachedBytes = 8 * 2 ** 20;

export type LicensedContent = ReturnType<typeof licensedContent>;

/** What sessions get of a version: sections as far as they are licensed, and no other files. */
export function licensedContent(content: ContentStore, licences: Licences) {
  const cuts = new LRUCache<string, { json: Buffer; brotli: Buffer }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ json, brotli }) => json.length + brotli.length,
  });

  /** Null when there is no such section. */
  async function cut(contentId: string, licence: Licence, index: number) {
    const key = `${contentId} ${index} ${allowedEnd(licence, index)}`;
    const kept = cuts.get(key);
    if (kept) return kept;
    const section = await content.section(contentId, index);
    if (!section) return null;
    const data = restrictSection(section, licence, index);
    const json = Buffer.from(JSON.stringify({ data }));
    const made = { json, brotli: await compressContent(json) };
    cuts.set(key, made);
    return made;
  }

  return {
    /** The answer `{data: Section}`; for a section that is licensed at all. Null when there is none. */
    async encodedSection(
      contentId: string,
      licence: Licence | null,
      index: number,
    ): Promise<EncodedSection | null> {
      if (!licence || allowedEnd(licence, index) === null) {
        return content.encodedSection(contentId, index);
      }
      const made = await cut(contentId, licence, index);
      return made && { json: async () => made.json, brotli: async () => made.brotli };
    },

    /** @throws Failure `not_licensed`. */
    async checkStyleSheetLicensed(
      contentId: string,
      licence: Licence | null,
      sheetId: string,
    ): Promise<void> {
      const files = await licences.findFiles(contentId, licence);
      if (!files || files.styles.has(sheetId)) return;
      throw new Failure('not_licensed', `Sheet ${sheetId} is not part of what this session reads.`);
    },

    /** @throws Failure `not_licensed`. */
    async checkFileLicensed(
      contentId: string,
      licence: Licence | null,
      path: string,
    ): Promise<void> {
      const files = await licences.findFiles(contentId, licence);
      if (!files || files.paths.has(path)) return;
      throw new Failure('not_licensed', `File ${path} is not part of what this session reads.`);
    },
  };
}

/** @throws Failure `not_licensed` for a place of the reading order that is not to be read. */
export function checkSectionLicensed(licence: Licence | null, place: number): void {
  if (isSectionAllowed(licence, place)) return;
  throw new Failure('not_licensed', `Section ${place} is not part of what this session reads.`);
}

/**
 * The beginning of a section and all of it have addresses of their own, so that no cache mixes them.
 *
 * @param asked - The end in the address; null for the whole.
 * @throws Failure `not_licensed` unless it is the one that is licensed.
 */
export function checkSectionEnd(
  licence: Licence | null,
  place: number,
  asked: number | null,
): void {
  const end = allowedEnd(licence, place);
  if (asked === end) return;
  const remedy = end === null ? 'Leave out `end`.' : `Ask for it with end=${end}.`;
  throw new Failure('not_licensed', `Of section ${place} that is not what is licensed. ${remedy}`);
}
