import { quote } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import { tryReadText } from '../container/read-text.ts';
import type { Section } from '../contract.ts';
import type { Package } from '../package/read-package.ts';
import type { ManifestItem } from '../package/manifest.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import type { Warnings } from '../warnings.ts';
import { parseDocument } from '../xml/parse-document.ts';
import { compileOverlay } from './compile-overlay.ts';
import { readOverlay, type RawClip } from './read-overlay.ts';

interface OverlayInput {
  archive: Archive;
  book: Package;
  resources: ResourceStore;
  warnings: Warnings;
}

/** Compiles the media overlays of a book. Parses each overlay document only once. */
export class OverlayCompiler {
  readonly #source: OverlayInput;
  /** Keyed by overlay path, then by the path of the narrated document. */
  readonly #clips = new Map<string, Promise<Map<string, RawClip[]>>>();

  constructor(source: OverlayInput) {
    this.#source = source;
  }

  /** Attaches the media overlay that the manifest lists for the section's document. */
  async attachTo(section: Section, { overlay: id }: ManifestItem): Promise<void> {
    const { book, resources, warnings } = this.#source;
    if (id === null) return;
    const item = book.manifest.byId(id);
    if (!item || item.kind === 'missing') {
      warnings.add('overlay_missing', `The media overlay ${quote(id)} is not in the book.`);
      return;
    }
    const clips = this.#clips.get(item.path) ?? this.#readClips(item.path);
    this.#clips.set(item.path, clips);
    const use = (address: string) => resources.use(item.path, address, ['audio']);
    const sectionClips = (await clips).get(section.href) ?? [];
    const overlay = compileOverlay(section, sectionClips, book.overlayClasses, use);
    if (overlay) section.overlay = overlay;
    else
      warnings.add(
        'overlay_empty',
        `${quote(item.path)} has no usable clips for ${quote(section.href)}.`,
        item.path,
      );
  }

  async #readClips(path: string): Promise<Map<string, RawClip[]>> {
    const { archive, warnings } = this.#source;
    const text = await tryReadText(archive, path, warnings);
    const document = text === null ? null : parseDocument(text, path, 'xml', warnings);
    return Map.groupBy(document ? readOverlay(document.root, path) : [], (clip) => clip.path);
  }
}
