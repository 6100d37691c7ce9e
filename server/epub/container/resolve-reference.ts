/** A resolved URL from a book. */
export type Reference =
  | { kind: 'local'; path: string; fragment: string | null }
  | { kind: 'remote'; url: string }
  | { kind: 'data'; url: string };

/**
 * Resolves a URL against the path of the file that contains it. Percent escapes are decoded,
 * queries removed, and `..` stops at the container's root (EPUB 3.3, section 4.2.5).
 */
export function resolveReference(basePath: string, address: string): Reference {
  const url = trimUrl(address);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'data') return { kind: 'data', url };
  if (scheme) return { kind: 'remote', url };
  if (url.startsWith('//') || url.startsWith('\\\\')) {
    return { kind: 'remote', url: `https:${url.replaceAll('\\', '/')}` };
  }

  const hash = url.indexOf('#');
  const beforeHash = hash === -1 ? url : url.slice(0, hash);
  const pathPart = beforeHash.replace(/\?.*$/s, '');
  return {
    kind: 'local',
    path: pathPart === '' ? basePath : joinPath(basePath, decodePercentEscapes(pathPart)),
    fragment:
      hash === -1 || hash === url.length - 1 ? null : decodePercentEscapes(url.slice(hash + 1)),
  };
}

// Browsers ignore these characters in URLs, so `java\nscript:` must not look relative.
function trimUrl(address: string): string {
  const text = address.replaceAll(/[\t\n\r]/g, '');
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  return text.slice(start, end);
}

/** Decodes percent escapes; returns malformed text unchanged. */
export function decodePercentEscapes(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function joinPath(basePath: string, path: string): string {
  const start = /^[/\\]/.test(path) ? [] : basePath.split('/').slice(0, -1);
  const segments = [...start];
  // Browsers treat a backslash as a slash.
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}
