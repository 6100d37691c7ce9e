import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, descendantsOf, firstOf } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { obfuscationAlgorithms, type Obfuscation } from './deobfuscate-font.ts';
import { quoted } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import { readText } from './read-text.ts';
import { resolveReference } from './resolve-reference.ts';

/**
 * Obfuscated files by path (EPUB 3.3, sections 4.2.6.3.2 and 4.4).
 *
 * @throws Failure `epub_encrypted` when anything is encrypted in earnest: the book needs DRM.
 */
export async function readEncryption(
  archive: Archive,
  warnings: Warnings,
): Promise<Map<string, Obfuscation>> {
  const path = archive.find('META-INF/encryption.xml');
  const document = path && parseDocument(await readText(archive, path), path, 'xml', warnings);
  const obfuscated = new Map<string, Obfuscation>();
  if (!document) return obfuscated;

  for (const data of descendantsOf(document.root, 'EncryptedData')) {
    const method = childrenOf(data, 'EncryptionMethod')[0];
    const algorithm = (method && attributeOf(method, 'Algorithm')) ?? '';
    const reference = firstOf(data, 'CipherReference');
    const file = resolveReference('', (reference && attributeOf(reference, 'URI')) ?? '');
    const name = file.kind === 'local' ? archive.find(file.path) : null;
    const obfuscation = obfuscationAlgorithms[algorithm];
    if (!obfuscation) {
      throw new Failure(
        'epub_encrypted',
        `${name ? quoted(name) : 'The book'} is encrypted (${algorithm || 'unknown method'}): it needs DRM, which is not supported.`,
      );
    }
    if (name) obfuscated.set(name, obfuscation);
  }
  return obfuscated;
}
