import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A script as served. */
export interface ComponentFile {
  /** Path in the URL without the leading slash. */
  path: string;
  text: string;
  /** SHA-384 digest of the text, in Base64. Subresource Integrity uses the same digest. */
  digest: string;
}

/** A chunk's name is a content hash, so its text never changes. */
const chunkName = /^[\w-]+\.js$/;

/**
 * Reads the chunks in a build's folder, including those of earlier builds, which the build keeps.
 */
export async function readChunks(folder: string): Promise<ComponentFile[]> {
  const names = await readdir(join(folder, 'svc-reader'));
  return Promise.all(
    names
      .filter((name) => chunkName.test(name))
      .map(async (name) =>
        toFile(`svc-reader/${name}`, await readFile(join(folder, 'svc-reader', name), 'utf8')),
      ),
  );
}

/**
 * Returns the files of a version: the script and the chunks that it can load. The files refer to
 * each other by URLs that contain the version. Otherwise, a chunk would import functions from a
 * newer script.
 *
 * @param chunks - From `readChunks`.
 */
export function versionFiles(
  version: string,
  entry: string,
  chunks: ComponentFile[],
): ComponentFile[] {
  const byName = new Map(chunks.map((one) => [one.path.replace('svc-reader/', ''), one.text]));
  const loaded = new Map<string, string>();
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/["'`]\.\/(?:svc-reader\/)?([\w-]+\.js)["'`]/g)) {
      const chunk = byName.get(name);
      if (chunk === undefined || loaded.has(name)) continue;
      loaded.set(name, chunk);
      visit(chunk);
    }
  };
  visit(entry);
  const own = entry.replaceAll(/(["'`]\.\/svc-reader)\//g, `$1@${version}/`);
  return [
    toFile(`svc-reader@${version}.js`, own),
    ...[...loaded].map(([name, text]) =>
      toFile(
        `svc-reader@${version}/${name}`,
        text.replaceAll(/(["'`]\.\.\/svc-reader)(\.js["'`])/g, `$1@${version}$2`),
      ),
    ),
  ];
}

function toFile(path: string, text: string): ComponentFile {
  // The map describes the file without the version in its URLs, and is not stored.
  const withoutMap = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
  return { path, text: withoutMap, digest: sha384(withoutMap) };
}

function sha384(text: string): string {
  return createHash('sha384').update(text).digest('base64');
}
