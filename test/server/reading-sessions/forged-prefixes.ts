/** A content URL's path, whose prefix a client must not be able to choose. */
export interface PrefixedPath {
  scope: string;
  expiry: string;
  signature: string;
  contentId: string;
}

/** Splits `/content/~{scope}~{expiry}~{signature}/{contentId}`. */
export function parsePrefixedPath(path: string): PrefixedPath {
  const found = /^\/content\/~([^~/]+)~(\d+)~([\w-]+)\/(\w+)$/.exec(path);
  const [, scope = '', expiry = '', signature = '', contentId = ''] = found ?? [];
  if (!found) throw new Error(`${path} has no signed prefix.`);
  return { scope, expiry, signature, contentId };
}

/**
 * Returns paths that no signature covers: changed, missing, truncated, empty and repeated parts,
 * and parts of other valid prefixes.
 *
 * @param valid - Prefixes of several sessions and books.
 */
export function* forgedPrefixes(valid: readonly PrefixedPath[]): Iterable<string> {
  const join = ({ scope, expiry, signature, contentId }: PrefixedPath) =>
    `/content/~${scope}~${expiry}~${signature}/${contentId}`;
  const genuine = new Set(valid.map(join));
  const forged = new Set<string>();
  const scopes = [
    'full',
    'public',
    '',
    '0',
    '0-5',
    '0-99',
    '0.1.2.3.4.5',
    '0-5_999999',
    'null',
    '%66ull',
  ];
  for (const one of valid) {
    const { signature, contentId } = one;
    for (const other of valid) {
      forged.add(join({ ...one, signature: other.signature }));
      forged.add(join({ ...one, scope: other.scope }));
      forged.add(join({ ...one, contentId: other.contentId }));
      forged.add(join({ ...one, expiry: other.expiry }));
    }
    for (const scope of scopes) forged.add(join({ ...one, scope }));
    for (const expiry of ['0', '1', '9999999999', `0${one.expiry}`, `${one.expiry}0`]) {
      forged.add(join({ ...one, expiry }));
    }
    for (let at = 0; at < signature.length; at += 1) {
      const changed = signature[at] === 'A' ? 'B' : 'A';
      forged.add(
        join({ ...one, signature: signature.slice(0, at) + changed + signature.slice(at + 1) }),
      );
    }
    for (const other of ['', signature.slice(0, -1), `${signature}A`, signature.toLowerCase()]) {
      forged.add(join({ ...one, signature: other }));
    }
    forged.add(`/content/~public/${contentId}`);
    forged.add(`/content/~full/${contentId}`);
    forged.add(`/content/~/${contentId}`);
    forged.add(`/content/~public/~public/${contentId}`);
    forged.add(`/content/~public/../${contentId}`);
    forged.add(`/content/%7Epublic/${contentId}`);
    forged.add(`/content//${contentId}`);
    forged.add(`/content/${contentId}`);
  }
  for (const path of forged) if (!genuine.has(path)) yield path;
}
