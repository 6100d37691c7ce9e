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
/** Each is parsed for this alone; honest books have one. */
const MAX_FILES_PER_CHECK = 3;

interface ModuleCheckInput {
  book: Package;
  archive: Archive;
  /** By the path of the document. */
  features: ReadonlyMap<string, DocumentFeatures>;
  warnings: Warnings;
}

/** Books and parts of a kind of their own: dictionaries, indexes, previews, panels of comics. */
export async function checkEpubModules({
  book,
  archive,
  features,
  warnings,
}: ModuleCheckInput): Promise<void> {
  const { path, manifest, dcTypes } = book;
  const collections = childrenOf(book.element, 'collection');
  const hasType = (file: string, type: string) => features.get(file)?.types.has(type) ?? false;
  const having = (property: string) =>
    manifest.items.filter(({ properties }) => properties.includes(property));
  checkDictionary();
  checkIndexes();
  for (const collection of ofRole('preview')) checkPreview(collection);
  if (dcTypes.includes('preview') && book.dcSources.includes(book.metadata.identifier)) {
    warnings.add('preview', 'The preview says that it is taken from itself.', path);
  }
  const keys = manifest.items.filter(({ mediaType }) => mediaType === SEARCH_KEY_MAP_TYPE);
  for (const item of keys.slice(0, MAX_FILES_PER_CHECK)) await checkSearchKeys(item);
  for (const item of having('data-nav').slice(0, MAX_FILES_PER_CHECK)) await checkRegions(item);

  function ofRole(role: string): XmlElement[] {
    return collections.filter((one) => attributeOf(one, 'role') === role);
  }

  function linkedBy(collection: XmlElement): string[] {
    return childrenOf(collection, 'link').flatMap(
      (link) => manifest.find(path, attributeOf(link, 'href') ?? '')?.item.path ?? [],
    );
  }

  function checkDictionary(): void {
    const isDictionary = dcTypes.includes('dictionary');
    if (!isDictionary && having('dictionary').length > 0) {
      warnings.add(
        'dictionary',
        'The package has dictionaries, but does not say that the book is one.',
        path,
      );
    }
    for (const collection of ofRole('dictionary')) {
      if (linkedBy(collection).some((file) => hasType(file, 'dictionary'))) continue;
      warnings.add('dictionary', 'A dictionary of the package has no document with entries.', path);
    }
  }

  function checkIndexes(): void {
    const files = [
      ...having('index').map((item) => item.path),
      ...ofRole('index').flatMap(linkedBy),
    ];
    for (const file of files) {
      if (!features.has(file) || hasType(file, 'index-entry-list')) continue;
      warnings.add('index', `The index ${quote(file)} has no list of entries.`, file);
    }
    if (
      dcTypes.includes('index') &&
      ![...features.values()].some(({ types }) => types.has('index'))
    ) {
      warnings.add('index', 'The book says that it is an index, but none is in it.', path);
    }
  }

  function checkPreview(preview: XmlElement): void {
    const links = childrenOf(preview, 'link').map((link) => attributeOf(link, 'href') ?? '');
    if (links.length === 0)
      warnings.add('preview', 'The preview of the package has no documents.', path);
    for (const href of links.filter((one) => one.includes('#epubcfi('))) {
      warnings.add(
        'preview',
        `The preview of the package begins at ${quote(href)}: only documents can be named.`,
        path,
      );
    }
  }

  async function checkSearchKeys(item: ManifestItem): Promise<void> {
    const root = await tryReadRoot(item.path, archive, warnings);
    for (const group of root ? descendantsOf(root, 'search-key-group') : []) {
      const href = attributeOf(group, 'href') ?? '';
      const found = manifest.find(item.path, href)?.item;
      if (!found || found.kind === 'document') continue;
      warnings.add(
        'dictionary',
        `The search keys of ${quote(item.path)} lead to ${quote(href)}, which is no text.`,
        item.path,
      );
    }
  }

  async function checkRegions(item: ManifestItem): Promise<void> {
    if (item.kind !== 'document') {
      warnings.add('regions', `The data navigation ${quote(item.path)} is no XHTML.`, item.path);
      return;
    }
    const root = await tryReadRoot(item.path, archive, warnings);
    const pages = new Map(book.spine.map((page) => [page.item, page]));
    for (const nav of root ? descendantsOf(root, 'nav') : []) {
      if (attributeOf(nav, 'type', EPUB) !== 'region-based') continue;
      for (const link of descendantsOf(nav, 'a')) {
        const found = manifest.find(item.path, attributeOf(link, 'href') ?? '')?.item;
        const page = found && pages.get(found);
        if (!page || page.layout === 'fixed') continue;
        warnings.add(
          'regions',
          `Regions of ${quote(page.item.path)}, which is not of fixed layout, cannot be shown.`,
          item.path,
        );
      }
    }
  }
}

/** A book that marks where the pages of its print begin, but has no list that leads to them. */
export function checkPageList(
  { pageList }: Navigation,
  facts: ReadonlyMap<string, DocumentFeatures>,
  warnings: Warnings,
): void {
  const isPaged = [...facts.values()].some(({ types }) => types.has('pagebreak'));
  if (!isPaged || pageList.pageList.length > 0) return;
  const message = 'The documents mark pages of a print, but the book has no list of them.';
  warnings.add('page_list_missing', message);
}
