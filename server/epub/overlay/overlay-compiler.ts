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

/** The media overlays of a book. Each document of them is read once, whatever it pairs. */
export class OverlayCompiler {
  readonly #source: OverlayInput;
  /** By the path of the overlay, then by that of the document that is spoken. */
  readonly #read = new Map<string, Promise<Map<string, RawClip[]>>>();

  constructor(source: OverlayInput) {
    this.#source = source;
  }

  /** Gives a section the recording that the manifest names for its document. */
  async attachTo(section: Section, { overlay: id }: ManifestItem): Promise<void> {
    const { book, resources, warnings } = this.#source;
    if (id === null) return;
    const item = book.manifest.byId(id);
    if (!item || item.kind === 'missing') {
      warnings.add('overlay_missing', `The media overlay ${quote(id)} is not in the book.`);
      return;
    }
    const clips = this.#read.get(item.path) ?? this.#readClips(item.path);
    this.#read.set(item.path, clips);
    const use = (address: string) => resources.use(item.path, address, ['audio']);
    const own = (await clips).get(section.href) ?? [];
    const overlay = compileOverlay(section, own, book.overlayClasses, use);
    if (overlay) section.overlay = overlay;
    else
      warnings.add(
        'overlay_empty',
        `${quote(item.path)} speaks nothing of ${quote(section.href)}.`,
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
