import { hyphenationPath, type HyphenationLanguage } from '../../../shared/hyphenation.ts';
import { fetchServerFile, serverFileUrl } from '../server-files.ts';
import { parsePatterns, type Hyphenate } from './parse-patterns.ts';

const loading = new Map<string, Promise<Hyphenate>>();

/**
 * Loads the hyphenation patterns of a language once per page.
 *
 * @param address - URL of any resource on the server, which also hosts the patterns.
 */
export function loadPatterns(address: string, language: HyphenationLanguage): Promise<Hyphenate> {
  const url = serverFileUrl(address, hyphenationPath(language));
  const known = loading.get(url);
  if (known) return known;
  const loaded = fetchServerFile(url)
    .then(async (response) => parsePatterns(await response.text()))
    .catch((error: unknown) => {
      loading.delete(url);
      throw error;
    });
  loading.set(url, loaded);
  return loaded;
}
