import { distinct } from '../../values/distinct.ts';
import { quote } from '../container/entry-name.ts';
import type { Contributor, Direction, Layout, PublicationMetadata } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf } from '../xml/node.ts';
import { parseLenient } from '../xml/parse-lenient.ts';
import { parseMetadataDate, parseEpubIdentifier, htmlToPlainText } from './metadata-values.ts';
import { canonicalLanguageTag } from '../../values/language-tag.ts';
import type { MetadataEntries, MetadataEntry } from './metadata-entries.ts';

/** A package that lists more than this wants to harm. */
const maxAccessibilityValues = 100;
/** What of the metadata does not come from metadata elements. */
export interface PackageAttributes {
  /** Id of the element that holds the unique identifier. */
  uniqueIdentifier: string | undefined;
  version: string;
  layout: Layout;
  readingProgression: Direction | null;
  /** Of metadata that states none of its own. */
  direction: Direction | null;
}

/**
 * The book's metadata in one shape for EPUB 2 and 3 (EPUB 3.3, section 5.5; OPF 2.0.1, section 2.2).
 * What is missing is empty: `completeMetadata` makes it up. An unknown progression is left to right
 * until sections are known.
 */
export function readMetadata(
  entries: MetadataEntries,
  facts: PackageAttributes,
  warnings: Warnings,
): PublicationMetadata {
  const { title, subtitle, direction } = readTitles(entries.dublinCore('title'), facts.direction);
  return {
    identifier: uniqueIdentifierOf(entries, facts.uniqueIdentifier, warnings),
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
      ...entries.dublinCore('creator').map((entry) => toContributor(entry, 'aut', facts.direction)),
      ...entries
        .dublinCore('contributor')
        .map((entry) => toContributor(entry, 'ctb', facts.direction)),
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
    layout: facts.layout,
    readingProgression: facts.readingProgression ?? 'ltr',
    epubVersion: facts.version,
  };
}

// The first title is the main one, unless the book says that it is another kind (EPUB 3.3, 5.5.3.2.2).
function readTitles(titles: MetadataEntry[], ofPackage: Direction | null) {
  const typed = titles.map((entry) => ({ entry, type: entry.refinement('title-type') }));
  const main =
    typed.find(({ type }) => type === 'main') ??
    typed.find(({ type }) => type !== 'subtitle') ??
    typed[0];
  const subtitle = typed.find((title) => title.type === 'subtitle' && title !== main);
  const direction = main ? directionOf(main.entry, ofPackage) : null;
  return { title: main?.entry.value ?? '', subtitle: subtitle?.entry.value ?? null, direction };
}

/** Of an element's text (EPUB 3.3, section 5.3.1): `auto` leaves it to the text, whatever the package says. */
function directionOf({ element }: MetadataEntry, ofPackage: Direction | null): Direction | null {
  const stated = attributeOf(element, 'dir');
  if (stated === undefined) return ofPackage;
  return stated === 'rtl' || stated === 'ltr' ? stated : null;
}

function toContributor(
  entry: MetadataEntry,
  standard: string,
  ofPackage: Direction | null,
): Contributor {
  const { value, refinement, refinements } = entry;
  const roles = refinements('role').map((role) => role.trim().toLowerCase());
  const known = roles.filter((role) => /^[a-z]{3}$/.test(role));
  const direction = directionOf(entry, ofPackage);
  return {
    name: value,
    sortName: refinement('file-as')?.trim() || null,
    // Who wrote the book may have annotated it too; it is the writing that counts.
    role: known.includes(standard) ? standard : (known[0] ?? standard),
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
      `The package names ${quote(stated[0])}, which is no language tag.`,
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
    const message = 'The package does not say which identifier is its own; the first was taken.';
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

/** As precise as stated; a date of publication goes before a date of anything else. */
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
    const taken = date === null ? 'it is left out' : `${date} was taken`;
    warnings.add('date_unreadable', `The date ${quote(best.value)} is none; ${taken}.`);
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

// Shops deliver descriptions as HTML inside text.
function stripHtml(value: string): string {
  if (!/<\/?[a-z]|&[a-z#\d]+;/i.test(value)) return value;
  const document = parseLenient(`<div>${value}</div>`, 'description', 'html');
  return document ? htmlToPlainText(document.root) : value;
}

function joinDistinct(values: string[], between = '\n'): string | null {
  return [...new Set(values.filter(Boolean))].join(between) || null;
}

/** What the package says of its accessibility (EPUB Accessibility 1.1, section 2); null: nothing. */
function readAccessibility({ meta }: MetadataEntries): PublicationMetadata['accessibility'] {
  const accessibility = {
    conformsTo: valuesOf(meta('dcterms:conformsTo')),
    accessModes: valuesOf(meta('schema:accessMode')),
    features: valuesOf(meta('schema:accessibilityFeature')),
    hazards: valuesOf(meta('schema:accessibilityHazard')),
    summary: meta('schema:accessibilitySummary')[0]?.value || null,
  };
  const isSilent = Object.values(accessibility).every((value) => !value?.length);
  return isSilent ? null : accessibility;
}

function valuesOf(entries: MetadataEntry[]): string[] {
  return [...new Set(entries.map(({ value }) => value).filter(Boolean))].slice(
    0,
    maxAccessibilityValues,
  );
}
