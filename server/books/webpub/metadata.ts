import type { Book } from '../contract.ts';
import type { WebpubContributor, WebpubMetadata } from './contract.ts';

const contributorKeys = {
  aut: 'author',
  trl: 'translator',
  edt: 'editor',
  art: 'artist',
  ill: 'illustrator',
  clr: 'colorist',
  nrt: 'narrator',
} as const;

type ContributorKey = (typeof contributorKeys)[keyof typeof contributorKeys] | 'contributor';

/** Converts a book's record to Web Publication Manifest metadata. Omits unknown values. */
export function toWebpubMetadata(book: Book, publicUrl: string): WebpubMetadata {
  const { subtitle, publisher, description, series, pageCount } = book;
  const published = book.publishedAt ?? '';
  const position = Number(series?.position ?? Number.NaN);
  const subject = book.subjects.map(subjectOf);
  return {
    '@type': 'http://schema.org/Book',
    identifier: toIdentifierUri(book, publicUrl),
    title: book.title,
    ...(subtitle === null ? {} : { subtitle }),
    ...contributorsOf(book),
    ...(book.languages.length > 0 ? { language: book.languages } : {}),
    ...(publisher === null ? {} : { publisher }),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(published) ? { published } : {}),
    modified: book.updatedAt,
    ...(description === null ? {} : { description }),
    ...(subject.length > 0 ? { subject } : {}),
    ...(series === null
      ? {}
      : {
          belongsTo: {
            series: { name: series.name, ...(Number.isFinite(position) ? { position } : {}) },
          },
        }),
    layout: book.layout,
    readingProgression: book.readingProgression,
    ...(pageCount ? { numberOfPages: pageCount } : {}),
  };
}

function contributorsOf({
  contributors,
}: Book): Partial<Record<ContributorKey, WebpubContributor[]>> {
  const byKey: Partial<Record<ContributorKey, WebpubContributor[]>> = {};
  for (const { name, sortName, role } of contributors) {
    const key = isKnownRole(role) ? contributorKeys[role] : 'contributor';
    (byKey[key] ??= []).push({
      name,
      ...(sortName === null ? {} : { sortAs: sortName }),
      ...(key === 'contributor' ? { role } : {}),
    });
  }
  return byKey;
}

function isKnownRole(role: string): role is keyof typeof contributorKeys {
  return role in contributorKeys;
}

/** Omits identifiers that are not URIs, because the manifest requires URIs. */
function subjectOf({ scheme, code, label }: Book['subjects'][number]) {
  return {
    name: label,
    ...(code === null ? {} : { code }),
    ...(scheme !== null && URL.canParse(scheme) ? { scheme } : {}),
  };
}

function toIdentifierUri({ id, identifiers }: Book, publicUrl: string): string {
  const isbn = identifiers.find(({ scheme }) => scheme === 'isbn');
  if (isbn) return `urn:isbn:${isbn.value.replace(/^urn:isbn:|[^\dXx]/gi, '')}`;
  return `${publicUrl}/v1/books/${id}`;
}
