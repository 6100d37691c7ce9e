import type { TocEntry } from '../../epub/contract.ts';
import type { Book } from '../contract.ts';
import { allowedEnd, isSectionAllowed, type Licence } from '../licence/licence.ts';
import { allowedNavigation } from '../licence/apply-licence.ts';
import type { BookContents } from '../book-contents.ts';
import { type WebpubLink, type WebpubManifest, webpubMediaType } from './contract.ts';
import { toWebpubMetadata } from './metadata.ts';

/** A version's file, without its contents. */
export interface VersionFile {
  path: string;
  mediaType: string;
}

interface ManifestParts {
  book: Book;
  contents: BookContents;
  /** Null if the whole book may be read. */
  licence: Licence | null;
  files: VersionFile[];
  /** Path of the cover in `files`. */
  coverPath: string | null;
  /** Media type of a cover that the account uploaded. It is not in `files`. */
  ownCoverType: string | null;
}

/** Creates the Readium Web Publication Manifest of a readable book. */
export function toWebpubManifest(parts: ManifestParts, publicUrl: string): WebpubManifest {
  const { book, contents, licence, files, coverPath, ownCoverType } = parts;
  const content = `${publicUrl}/content/${contents.contentId}`;
  const record = `${publicUrl}/v1/books/${book.id}`;
  const { toc, landmarks, pageList } = allowedNavigation(contents, licence);

  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: toWebpubMetadata(book, publicUrl),
    links: [
      { rel: 'self', href: `${record}/manifest`, type: webpubMediaType },
      { rel: 'alternate', href: record, type: 'application/json' },
      {
        rel: 'search',
        href: `${record}/search?q={query}`,
        type: 'application/json',
        templated: true,
      },
    ],
    readingOrder: contents.readingOrder.flatMap(({ title, layout }, index) =>
      isSectionAllowed(licence, index)
        ? [
            {
              ...toLink(index, 0),
              type: 'application/json',
              ...(title ? { title } : {}),
              ...(layout === book.layout ? {} : { properties: { layout } }),
            },
          ]
        : [],
    ),
    resources: [
      ...(ownCoverType === null ? [] : [coverLink(ownCoverType)]),
      ...files.map(({ path, mediaType }) =>
        path === coverPath && ownCoverType === null
          ? coverLink(mediaType)
          : { href: `${content}/resources/${encodePath(path)}`, type: mediaType },
      ),
    ],
    toc: toc.map(tocLink),
    ...(landmarks.length > 0
      ? {
          landmarks: landmarks.map(({ type, title, section, offset }) => ({
            ...toLink(section, offset),
            rel: type,
            ...(title ? { title } : {}),
          })),
        }
      : {}),
    ...(pageList.length > 0
      ? {
          'page-list': pageList.map(({ title, section, offset }) => ({
            ...toLink(section, offset),
            title,
          })),
        }
      : {}),
  };

  /** Adds the offset as a fragment, as in RFC 5147 for plain text. */
  function toLink(section: number, offset: number): WebpubLink {
    const fragment = offset > 0 ? `#char=${offset}` : '';
    const chapter = contents.readingOrder[section]?.chapter;
    const path = chapter ? `chapters/${chapter.id}/${chapter.revision}` : `sections/${section}`;
    const end = allowedEnd(licence, section);
    const query = end === null ? '' : `?end=${end}`;
    return { href: `${content}/${path}${query}${fragment}` };
  }

  /** A heading without its own target links to the first target below it. */
  function tocLink(entry: TocEntry): WebpubLink {
    const target = firstTarget(entry);
    return {
      ...(target ? toLink(target.section, target.offset) : { href: '#' }),
      title: entry.title,
      ...(entry.children.length > 0 ? { children: entry.children.map(tocLink) } : {}),
    };
  }

  function coverLink(type: string): WebpubLink {
    const { width, height } = book.cover ?? {};
    return {
      rel: 'cover',
      href: book.cover?.url ?? `${content}/cover`,
      type,
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
    };
  }
}

function firstTarget({
  section,
  offset,
  children,
}: TocEntry): { section: number; offset: number } | null {
  if (section !== null) return { section, offset };
  for (const child of children) {
    const target = firstTarget(child);
    if (target) return target;
  }
  return null;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
