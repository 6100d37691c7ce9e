import { distinct } from '../../values/distinct.ts';
import { quote } from '../container/entry-name.ts';
import type { Contributor, Direction, Layout, PublicationMetadata } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf } from '../xml/node.ts';
import { parseLenient } from '../xml/parse-lenient.ts';
import { parseMetadataDate, parseEpubIdentifier, htmlToPlainText } from './metadata-values.ts';
import { canonicalLanguageTag } from '../../values/language-tag.ts';
import { readAccessibility } from './read-accessibility.ts';
import type { MetadataEntries, MetadataEntry } from './metadata-entries.ts';

/** Attributes of the `package` element that affect its metadata. */
export interface PackageAttributes {
  /** Id of the element that contains the unique identifier. */
  uniqueIdentifier: string | undefined;
  version: string;
  layout: Layout;
  readingProgression: Direction | null;
  /** Default text direction for metadata elements. */
  direction: Direction | null;
}

/**
 * Reads the metadata of EPUB 2 and 3 into one structure (EPUB 3.3, section 5.5; OPF 2.0.1, section
 * 2.2). Missing values stay empty until `completeMetadata` fills them in. An unknown reading
 * progression defaults to left to right until the sections are known.
 */
export function readMetadata(
  entries: MetadataEntries,
  packageAttributes: PackageAttributes,
  warnings: Warnings,
): PublicationMetadata {
  const { title, subtitle, direction } = readTitles(
    entries.dublinCore('title'),
    packageAttributes.direction,
  );
  return {
    identifier: uniqueIdentifierOf(entries, packageAttributes.uniqueIdentifier, warnings),
    identifiers: distinct(
      entries
        .dublinCore('identifier')
        .map(({ value, refinement }) =>
          parseEpubIdentifier(value, refinement('identifier-type') ?? refinement('scheme')),
        ),
    ),
    title,
    titleDirection: direction,
    subtitle,
    contributors: distinct([
      ...entries
        .dublinCore('creator')
        .map((entry) => toContributor(entry, 'aut', packageAttributes.direction)),
      ...entries
        .dublinCore('contributor')
        .map((entry) => toContributor(entry, 'ctb', packageAttributes.direction)),
    ]),
    languages: readLanguages(entries, warnings),
    description: joinDistinct(
      entries.dublinCore('description').map(({ value }) => stripHtml(value)),
    ),
    subjects: distinct(entries.dublinCore('subject').map(toSubject)),
    publisher: joinDistinct(
      entries.dublinCore('publisher').map(({ value }) => value),
      ', ',
    ),
    publishedAt: readDate(entries.dublinCore('date'), warnings),
    series: readSeries(entries),
    rights: joinDistinct(entries.dublinCore('rights').map(({ value }) => stripHtml(value))),
    accessibility: readAccessibility(entries),
    layout: packageAttributes.layout,
    readingProgression: packageAttributes.readingProgression ?? 'ltr',
    epubVersion: packageAttributes.version,
  };
}

// The first title is the main title unless its declared type is a different one (EPUB 3.3,
// 5.5.3.2.2).
function readTitles(titles: MetadataEntry[], packageDirection: Direction | null) {
  const typed = titles.map((entry) => ({ entry, type: entry.refinement('title-type') }));
  const main =
    typed.find(({ type }) => type === 'main') ??
    typed.find(({ type }) => type !== 'subtitle') ??
    typed[0];
  const subtitle = typed.find((title) => title.type === 'subtitle' && title !== main);
  const direction = main ? directionOf(main.entry, packageDirection) : null;
  return { title: main?.entry.value ?? '', subtitle: subtitle?.entry.value ?? null, direction };
}

/**
 * Text direction of an element (EPUB 3.3, section 5.3.1). `auto` overrides the package's direction.
 */
function directionOf(
  { element }: MetadataEntry,
  packageDirection: Direction | null,
): Direction | null {
  const stated = attributeOf(element, 'dir');
  if (stated === undefined) return packageDirection;
  return stated === 'rtl' || stated === 'ltr' ? stated : null;
}

function toContributor(
  entry: MetadataEntry,
  defaultRole: string,
  packageDirection: Direction | null,
): Contributor {
  const { value, refinement, refinements } = entry;
  const roles = refinements('role').map((role) => role.trim().toLowerCase());
  const relatorCodes = roles.filter((role) => /^[a-z]{3}$/.test(role));
  const direction = directionOf(entry, packageDirection);
  return {
    name: value,
    sortName: refinement('file-as')?.trim() || null,
    // A person who both wrote and annotated the book counts as its author.
    role: relatorCodes.includes(defaultRole) ? defaultRole : (relatorCodes[0] ?? defaultRole),
    ...(direction && { direction }),
  };
}

function readLanguages(entries: MetadataEntries, warnings: Warnings): string[] {
  const stated = entries.dublinCore('language').map(({ value }) => value);
  const languages = [...new Set(stated.flatMap((value) => canonicalLanguageTag(value) ?? []))];
  if (languages.length > 0) return languages;
  if (stated[0]) {
    warnings.add(
      'language_unknown',
      `The package states the language ${quote(stated[0])}, which is not a valid language tag.`,
    );
  }
  return [];
}

function uniqueIdentifierOf(
  entries: MetadataEntries,
  id: string | undefined,
  warnings: Warnings,
): string {
  const all = entries.dublinCore('identifier');
  const unique = all.find((entry) => entry.id !== null && entry.id === id?.trim());
  if (!unique && all[0]) {
    const message =
      'The package does not designate its unique identifier. The first identifier was used.';
    warnings.add('identifier_missing', message);
  }
  return (unique ?? all[0])?.value ?? '';
}

function toSubject({ value, refinement }: MetadataEntry): PublicationMetadata['subjects'][number] {
  return {
    scheme: refinement('authority') ?? null,
    code: refinement('term') ?? null,
    label: value,
  };
}

/** Date with the stated precision. Publication dates take precedence over other dates. */
function readDate(dates: MetadataEntry[], warnings: Warnings): string | null {
  const events = dates.map(({ value, refinement }) => ({
    value,
    event: refinement('event'),
  }));
  const best =
    events.find(({ event }) => event === 'original-publication') ??
    events.find(({ event }) => event === 'publication') ??
    events.find(({ event }) => event === undefined);
  if (!best) return null;
  const { date, isSound } = parseMetadataDate(best.value);
  if (!isSound) {
    const action = date === null ? 'The date was ignored' : `${date} was used`;
    warnings.add('date_unreadable', `The date ${quote(best.value)} is not valid. ${action}.`);
  }
  return date;
}

function readSeries(entries: MetadataEntries): PublicationMetadata['series'] {
  const collections = entries.meta('belongs-to-collection');
  const series =
    collections.find(({ refinement }) => refinement('collection-type') === 'series') ??
    collections.find(({ refinement }) => refinement('collection-type') === undefined);
  if (series) return { name: series.value, position: series.refinement('group-position') ?? null };
  const calibre = entries.meta('calibre:series')[0];
  if (!calibre) return null;
  const position = entries.meta('calibre:series_index')[0]?.value.replace(/\.0+$/, '');
  return { name: calibre.value, position: position ?? null };
}

// Stores often supply descriptions as HTML in a text element.
function stripHtml(value: string): string {
  if (!/<\/?[a-z]|&[a-z#\d]+;/i.test(value)) return value;
  const document = parseLenient(`<div>${value}</div>`, 'description', 'html');
  return document ? htmlToPlainText(document.root) : value;
}

function joinDistinct(values: string[], separator = '\n'): string | null {
  return [...new Set(values.filter(Boolean))].join(separator) || null;
}
