import type { Archive } from '../container/open-archive.ts';
import { readSoundText } from '../container/read-text.ts';
import type { Flow, Layout } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { attributeOf, childrenOf, type XmlElement } from '../xml/node.ts';
import { parseDocument } from '../xml/parse-document.ts';
import type { MetadataEntries } from './metadata-entries.ts';
import type { Prefixes } from './prefixes.ts';
import { flowNamed } from './spine.ts';

/** What the package says of the layout of every item unless the item says otherwise. */
export interface RenditionDefaults {
  layout: Layout;
  /** Pages that follow each other down without a gap, as one strip (EPUB 3.4). */
  isRoll: boolean;
  flow: Flow | null;
  /** When two pages stand side by side: `none`, `landscape`, `portrait`, `both` or `auto`. */
  spread: string;
  /** What the names of properties mean. */
  prefixes: Prefixes;
}

/** The first value of each property counts. */
export async function readRendition(
  entries: MetadataEntries,
  prefixes: Prefixes,
  archive: Archive,
  warnings: Warnings,
): Promise<RenditionDefaults> {
  const stated = entries.meta('rendition:layout')[0]?.value;
  return {
    layout: await layoutOf(stated, entries, archive, warnings),
    isRoll: stated === 'roll',
    flow: flowNamed(entries.meta('rendition:flow')[0]?.value),
    spread: entries.meta('rendition:spread')[0]?.value ?? 'auto',
    prefixes,
  };
}

// Fixed layout was told in three ways before EPUB 3 had one.
async function layoutOf(
  stated: string | undefined,
  entries: MetadataEntries,
  archive: Archive,
  warnings: Warnings,
): Promise<Layout> {
  if (stated) return stated === 'pre-paginated' || stated === 'roll' ? 'fixed' : 'reflowable';
  if (entries.meta('fixed-layout')[0]?.value === 'true') return 'fixed';
  const path = archive.find('META-INF/com.apple.ibooks.display-options.xml');
  const text = path && (await readSoundText(archive, path, warnings));
  const options = path && text ? parseDocument(text, path, 'xml', warnings) : null;
  const fixed =
    options &&
    [...allOptions(options.root)].some(
      (option) =>
        attributeOf(option, 'name') === 'fixed-layout' && option.children.join('') === 'true',
    );
  return fixed ? 'fixed' : 'reflowable';
}

function allOptions(root: XmlElement): XmlElement[] {
  return childrenOf(root).flatMap((platform) => childrenOf(platform, 'option'));
}
