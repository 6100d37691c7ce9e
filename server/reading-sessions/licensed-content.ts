import { LRUCache } from 'lru-cache';
import { allowedEnd, type Licence, isSectionAllowed } from '../books/licence/licence.ts';
import { restrictSection, type Licences } from '../books/licence/licences.ts';
import { Failure } from '../failure.ts';
import type { EncodedSection } from './send-content.ts';
import { compressBrotli } from '../values/brotli.ts';
import type { ContentStore } from './store.ts';

/** Cache size. Enough for the truncated last sections of the samples in use. */
const maxCachedBytes = 8 * 2 ** 20;

export type LicensedContent = ReturnType<typeof licensedContent>;

/** Serves only the licensed sections and files of a book version. */
export function licensedContent(content: ContentStore, licences: Licences) {
  const truncated = new LRUCache<string, { json: Buffer; brotli: Buffer }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ json, brotli }) => json.length + brotli.length,
  });

  /** Returns null if the section does not exist. */
  async function truncate(contentId: string, licence: Licence, index: number) {
    const key = `${contentId} ${index} ${allowedEnd(licence, index)}`;
    const cached = truncated.get(key);
    if (cached) return cached;
    const section = await content.section(contentId, index);
    if (!section) return null;
    const data = restrictSection(section, licence, index);
    const json = Buffer.from(JSON.stringify({ data }));
    const encoded = { json, brotli: await compressBrotli(json) };
    truncated.set(key, encoded);
    return encoded;
  }

  return {
    /**
     * Returns the response body `{data: Section}`, truncated where the license ends, or null if the
     * section does not exist. Call `checkSectionLicensed` first.
     */
    async encodedSection(
      contentId: string,
      licence: Licence | null,
      index: number,
    ): Promise<EncodedSection | null> {
      if (!licence || allowedEnd(licence, index) === null) {
        return content.encodedSection(contentId, index);
      }
      const encoded = await truncate(contentId, licence, index);
      return encoded && { json: async () => encoded.json, brotli: async () => encoded.brotli };
    },

    /** @throws Failure `not_licensed`. */
    async checkStyleSheetLicensed(
      contentId: string,
      licence: Licence | null,
      sheetId: string,
    ): Promise<void> {
      const files = await licences.findFiles(contentId, licence);
      if (!files || files.styles.has(sheetId)) return;
      throw new Failure(
        'not_licensed',
        `This session does not include access to style sheet ${sheetId}.`,
      );
    },

    /** @throws Failure `not_licensed`. */
    async checkFileLicensed(
      contentId: string,
      licence: Licence | null,
      path: string,
    ): Promise<void> {
      const files = await licences.findFiles(contentId, licence);
      if (!files || files.paths.has(path)) return;
      throw new Failure('not_licensed', `This session does not include access to file ${path}.`);
    },
  };
}

/** @throws Failure `not_licensed` if the license excludes this section of the reading order. */
export function checkSectionLicensed(licence: Licence | null, index: number): void {
  if (isSectionAllowed(licence, index)) return;
  throw new Failure('not_licensed', `This session does not include access to section ${index}.`);
}

/**
 * Checks the `end` parameter of a section's URL. Truncated and complete sections have different
 * URLs because caches must distinguish them.
 *
 * @param requestedEnd - `end` from the query string, or null for the complete section.
 * @throws Failure `not_licensed` unless it equals the end of the license in this section.
 */
export function checkSectionEnd(
  licence: Licence | null,
  index: number,
  requestedEnd: number | null,
): void {
  const end = allowedEnd(licence, index);
  if (requestedEnd === end) return;
  const remedy = end === null ? 'Omit `end`.' : `Request it with end=${end}.`;
  throw new Failure(
    'not_licensed',
    `This session does not include access to this part of section ${index}. ${remedy}`,
  );
}
