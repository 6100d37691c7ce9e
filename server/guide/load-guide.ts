import { glob, readFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { type GuideGroup, readNavigation } from './navigation.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';

/** URL of the guide's overview page. */
export const guideUrl = '/docs/guide/';

export interface GuidePage extends RenderedMarkdown {
  /** Path in the repository, with forward slashes, such as `docs/guides/offline.md`. */
  file: string;
  url: string;
}

export interface GuideImage {
  type: string;
  bytes: Buffer;
}

/** The whole documentation, rendered. */
export interface Guide {
  /** By URL, in the order of the navigation. */
  pages: ReadonlyMap<string, GuidePage>;
  /** By URL. */
  images: ReadonlyMap<string, GuideImage>;
  groups: readonly GuideGroup[];
}

const imageTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
]);

/**
 * Reads and renders the documentation.
 *
 * @param root - Absolute path of the folder that contains `docs/` and `CHANGELOG.md`.
 */
export async function loadGuide(root: string): Promise<Guide> {
  const sources = new Map<string, string>();
  const images = new Map<string, GuideImage>();
  for await (const found of glob(['docs/**/*.*', 'CHANGELOG.md'], { cwd: root })) {
    const file = found.replaceAll('\\', '/');
    const type = imageTypes.get(extname(file));
    if (type) images.set(urlOf(file), { type, bytes: await readFile(join(root, file)) });
    else if (file.endsWith('.md')) sources.set(file, await readFile(join(root, file), 'utf8'));
  }
  const isServed = (file: string) => sources.has(file) || images.has(urlOf(file));
  const page = (file: string): GuidePage => {
    const markdown = sources.get(file) ?? '';
    const rendered = renderMarkdown(markdown, (href) => {
      const [path = '', anchor] = href.split('#');
      const target = posix.join(posix.dirname(file), path);
      if (!isServed(target)) return null;
      return urlOf(target) + (anchor === undefined ? '' : `#${anchor}`);
    });
    return { ...rendered, file, url: urlOf(file) };
  };
  const index = 'docs/README.md';
  const rendered = new Map([...sources.keys()].sort().map((file) => [file, page(file)]));
  const groups = readNavigation(sources.get(index) ?? '', index, rendered);
  const listed = groups.flatMap(({ entries }) =>
    entries.flatMap(({ page, children }) => [page, ...children]),
  );
  const overview = rendered.get(index);
  const ordered = [...(overview ? [overview] : []), ...listed, ...rendered.values()];
  return { pages: new Map(ordered.map((one) => [one.url, one])), images, groups };
}

/**
 * Returns the URL of a served file. Pages have no extension, and `README.md` is its folder's page.
 */
function urlOf(file: string): string {
  if (file === 'CHANGELOG.md') return `${guideUrl}changelog`;
  return guideUrl + file.slice('docs/'.length).replace(/(?:README)?\.md$/, '');
}
