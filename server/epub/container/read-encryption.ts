import { epubFailure } from '../failure-reasons.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, descendantsOf, firstDescendant } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { obfuscationAlgorithms, type Obfuscation } from './deobfuscate-font.ts';
import { quote } from './entry-name.ts';
import type { Archive } from './open-archive.ts';
import { tryReadText } from './read-text.ts';
import { resolveReference } from './resolve-reference.ts';

/** Encrypted and obfuscated files in the archive (EPUB 3.3, sections 4.2.6.3.2 and 4.4). */
export interface Encryption {
  /** Obfuscation method of each font, by path. */
  obfuscated: Map<string, Obfuscation>;
  /** Algorithm of each encrypted file, by path. */
  encrypted: Map<string, string>;
  /** Common name of the DRM scheme. */
  drm: string;
}

/** Reads `META-INF/encryption.xml`. */
export async function readEncryption(archive: Archive, warnings: Warnings): Promise<Encryption> {
  const obfuscated = new Map<string, Obfuscation>();
  const encrypted = new Map<string, string>();
  const path = archive.find('META-INF/encryption.xml');
  const text = path && (await tryReadText(archive, path, warnings));
  const document = path && text ? parseDocument(text, path, 'xml', warnings) : null;
  for (const data of document ? descendantsOf(document.root, 'EncryptedData') : []) {
    const method = childrenOf(data, 'EncryptionMethod')[0];
    const algorithm = (method && attributeOf(method, 'Algorithm')) ?? '';
    const reference = firstDescendant(data, 'CipherReference');
    const file = resolveReference('', (reference && attributeOf(reference, 'URI')) ?? '');
    const name = file.kind === 'local' ? archive.find(file.path) : null;
    if (name === null) continue;
    const obfuscation = obfuscationAlgorithms[algorithm];
    if (obfuscation) obfuscated.set(name, obfuscation);
    else encrypted.set(name, algorithm || 'unknown method');
  }
  return { obfuscated, encrypted, drm: encrypted.size > 0 ? detectDrm(archive) : 'DRM' };
}

/**
 * Rejects a book whose package or text is encrypted.
 *
 * @throws Failure `epub_encrypted` if the file at `path` is encrypted.
 */
export function rejectEncrypted({ encrypted, drm }: Encryption, path: string): void {
  const method = encrypted.get(path);
  if (method === undefined) return;
  throw epubFailure(
    'drm',
    `The book is protected with ${drm}: ${quote(path)} is encrypted (${method}). Ask its publisher for a file without DRM.`,
  );
}

/** DRM schemes, each with a file that only it adds. */
const drmSchemes: [path: string, name: string][] = [
  ['META-INF/license.lcpl', 'Readium LCP'],
  ['META-INF/sinf.xml', 'Apple FairPlay'],
  ['META-INF/rights.xml', 'Adobe DRM'],
];

function detectDrm(archive: Archive): string {
  return drmSchemes.find(([path]) => archive.find(path) !== null)?.[1] ?? 'DRM';
}
