import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import type { ManifestItem } from '../package/manifest.ts';
import type { Package } from '../package/read-package.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, descendantsOf, EPUB, type XmlElement } from '../xml/node.ts';
import type { DocumentFeatures } from './check-document.ts';
import { tryReadRoot } from '../container/read-text.ts';
import type { Navigation } from '../package/load-navigation.ts';

const SEARCH_KEY_MAP_TYPE = 'application/vnd.epub.search-key-map+xml';
/**
 * Real books have one file of each kind. Parsing more files only for a check is not worth the time.
 */
const MAX_FILES_PER_CHECK = 3;

interface ModuleCheckInput {
  book: Package;
  archive: Archive;
  /** Keyed by document path. */
  features: ReadonlyMap<string, DocumentFeatures>;
  warnings: Warnings;
}

/**
 * Checks dictionaries, indexes, previews and comics with region navigation against their EPUB
 * modules.
 */
export async function checkEpubModules({
  book,
  archive,
  features,
  warnings,
}: ModuleCheckInput): Promise<void> {
  const { path, manifest, dcTypes } = book;
  const collections = childrenOf(book.element, 'collection');
  const hasType = (file: string, type: string) => features.get(file)?.types.has(type) ?? false;
  const itemsWith = (property: string) =>
    manifest.items.filter(({ properties }) => properties.includes(property));
  checkDictionary();
  checkIndexes();
  for (const collection of collectionsOf('preview')) checkPreview(collection);
  if (dcTypes.includes('preview') && book.dcSources.includes(book.metadata.identifier)) {
    warnings.add('preview', 'The preview names itself as its source.', path);
  }
  const searchKeyMaps = manifest.items.filter(({ mediaType }) => mediaType === SEARCH_KEY_MAP_TYPE);
  for (const item of searchKeyMaps.slice(0, MAX_FILES_PER_CHECK)) await checkSearchKeys(item);
  for (const item of itemsWith('data-nav').slice(0, MAX_FILES_PER_CHECK)) await checkRegions(item);

  function collectionsOf(role: string): XmlElement[] {
    return collections.filter((collection) => attributeOf(collection, 'role') === role);
  }

  function linkedBy(collection: XmlElement): string[] {
    return childrenOf(collection, 'link').flatMap(
      (link) => manifest.find(path, attributeOf(link, 'href') ?? '')?.item.path ?? [],
    );
  }

  function checkDictionary(): void {
    const isDictionary = dcTypes.includes('dictionary');
    if (!isDictionary && itemsWith('dictionary').length > 0) {
      warnings.add(
        'dictionary',
        'The package lists dictionaries, but does not declare the publication type “dictionary”.',
        path,
      );
    }
    for (const collection of collectionsOf('dictionary')) {
      if (linkedBy(collection).some((file) => hasType(file, 'dictionary'))) continue;
      warnings.add('dictionary', 'A dictionary collection contains no dictionary document.', path);
    }
  }

  function checkIndexes(): void {
    const files = [
      ...itemsWith('index').map((item) => item.path),
      ...collectionsOf('index').flatMap(linkedBy),
    ];
    for (const file of files) {
      if (!features.has(file) || hasType(file, 'index-entry-list')) continue;
      warnings.add('index', `The index ${quote(file)} has no list of entries.`, file);
    }
    if (
      dcTypes.includes('index') &&
      ![...features.values()].some(({ types }) => types.has('index'))
    ) {
      warnings.add('index', 'The book is declared as an index, but contains none.', path);
    }
  }

  function checkPreview(preview: XmlElement): void {
    const links = childrenOf(preview, 'link').map((link) => attributeOf(link, 'href') ?? '');
    if (links.length === 0)
      warnings.add('preview', 'The preview collection contains no documents.', path);
    for (const href of links.filter((href) => href.includes('#epubcfi('))) {
      warnings.add(
        'preview',
        `The preview collection links to ${quote(href)}, but only whole documents are supported.`,
        path,
      );
    }
  }

  async function checkSearchKeys(item: ManifestItem): Promise<void> {
    const root = await tryReadRoot(item.path, archive, warnings);
    for (const group of root ? descendantsOf(root, 'search-key-group') : []) {
      const href = attributeOf(group, 'href') ?? '';
      const target = manifest.find(item.path, href)?.item;
      if (!target || target.kind === 'document') continue;
      warnings.add(
        'dictionary',
        `The search key map ${quote(item.path)} links to ${quote(href)}, which is not a content document.`,
        item.path,
      );
    }
  }

  async function checkRegions(item: ManifestItem): Promise<void> {
    if (item.kind !== 'document') {
      warnings.add('regions', `The data navigation ${quote(item.path)} is not XHTML.`, item.path);
      return;
    }
    const root = await tryReadRoot(item.path, archive, warnings);
    const pages = new Map(book.spine.map((page) => [page.item, page]));
    for (const nav of root ? descendantsOf(root, 'nav') : []) {
      if (attributeOf(nav, 'type', EPUB) !== 'region-based') continue;
      for (const link of descendantsOf(nav, 'a')) {
        const target = manifest.find(item.path, attributeOf(link, 'href') ?? '')?.item;
        const page = target && pages.get(target);
        if (!page || page.layout === 'fixed') continue;
        warnings.add(
          'regions',
          `The regions of ${quote(page.item.path)} cannot be shown because it is not a fixed-layout document.`,
          item.path,
        );
      }
    }
  }
}

/** Warns about a book that marks the page breaks of a print edition but has no page list. */
export function checkPageList(
  { pageList }: Navigation,
  features: ReadonlyMap<string, DocumentFeatures>,
  warnings: Warnings,
): void {
  const hasPageBreaks = [...features.values()].some(({ types }) => types.has('pagebreak'));
  if (!hasPageBreaks || pageList.pageList.length > 0) return;
  const message = 'The documents mark page breaks, but the book has no page list.';
  warnings.add('page_list_missing', message);
}
