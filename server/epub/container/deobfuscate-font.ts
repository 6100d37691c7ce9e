import { createHash } from 'node:crypto';

/** Obfuscation method for an embedded font. Neither method is encryption. */
export type Obfuscation = 'idpf' | 'adobe';

export const obfuscationAlgorithms: Record<string, Obfuscation> = {
  'http://www.idpf.org/2008/embedding': 'idpf',
  'http://ns.adobe.com/pdf/enc#RC': 'adobe',
};

const signatures = new Set(['OTTO', 'true', 'ttcf', 'wOFF', 'wOF2', '\0\u0001\0\0']);

/** Whether the bytes start with the signature of TrueType, OpenType, WOFF or WOFF 2. */
export function isFont(bytes: Uint8Array): boolean {
  return signatures.has(Buffer.from(bytes.subarray(0, 4)).toString('latin1'));
}

/**
 * Restores the original bytes of a font. A font that is not obfuscated, contrary to the book's
 * declaration, is returned unchanged, or null if no identifier yields a font.
 *
 * Source: EPUB 3.3, section 4.4 (IDPF); Adobe's Content Protection of Resources in EPUB.
 */
export function deobfuscateFont(
  bytes: Uint8Array,
  obfuscation: Obfuscation,
  identifiers: string[],
): Uint8Array | null {
  if (isFont(bytes)) return bytes;
  for (const identifier of identifiers) {
    const key = obfuscation === 'idpf' ? idpfKey(identifier) : adobeKey(identifier);
    if (!key) continue;
    const font = xorStart(bytes, key, obfuscation === 'idpf' ? 1040 : 1024);
    if (isFont(font)) return font;
  }
  return null;
}

function idpfKey(identifier: string): Uint8Array {
  return createHash('sha1')
    .update(identifier.replaceAll(/[\t\n\r ]/g, ''))
    .digest();
}

function adobeKey(identifier: string): Uint8Array | null {
  const hex = identifier.replaceAll(/^urn:uuid:|[-\s]/gi, '');
  return /^[0-9a-f]{32}$/i.test(hex) ? Buffer.from(hex, 'hex') : null;
}

function xorStart(bytes: Uint8Array, key: Uint8Array, length: number): Uint8Array {
  const plain = Uint8Array.from(bytes);
  for (let at = 0; at < Math.min(length, plain.length); at += 1) {
    plain[at] = (plain[at] ?? 0) ^ (key[at % key.length] ?? 0);
  }
  return plain;
}
