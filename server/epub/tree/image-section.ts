import type { Section, TreeAttributes } from '../contract.ts';
import type { SpineItem } from '../package/spine.ts';
import type { ResourceStore } from '../resources/resource-store.ts';
import type { CompiledSection } from './compile-section.ts';

/** A picture that is a document of the spine, SVG included: never its markup, always an image. */
export async function imageSection(
  { item, layout }: SpineItem,
  index: number,
  language: string,
  resources: ResourceStore,
): Promise<CompiledSection> {
  const path = resources.useItem(item);
  const image = await resources.load(path);
  const size = image?.width && image.height ? { width: image.width, height: image.height } : null;
  const attributes: TreeAttributes = { src: `resource:${path}`, alt: '' };
  if (size) Object.assign(attributes, { width: String(size.width), height: String(size.height) });
  const section: Section = {
    index,
    href: item.path,
    title: '',
    language,
    direction: 'ltr',
    writingMode: 'horizontal-tb',
    layout,
    viewport: layout === 'fixed' ? size : null,
    tree: [
      'div',
      { class: 'svc-html', lang: '', dir: 'ltr' },
      ['div', { class: 'svc-body' }, ['img', attributes]],
    ],
    styles: [],
    css: '',
    length: 0,
    words: 0,
    ids: {},
  };
  return { section, sheets: [], marks: new Map(), statesDirection: false };
}
