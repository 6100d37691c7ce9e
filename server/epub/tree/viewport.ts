import { attributeOf, childrenOf, type XmlElement } from '../xml/node.ts';

export interface Viewport {
  width: number;
  height: number;
}

/**
 * Page size of a fixed-layout document (EPUB 3.3, section 8.2.2.7): the first `viewport` meta that
 * names both sides, in pixels whatever its units. A side of 0 is the screen's own (`device-width`).
 */
export function documentViewport(head: XmlElement | undefined): Viewport | null {
  const metas = head ? childrenOf(head, 'meta') : [];
  const content = metas
    .filter((meta) => attributeOf(meta, 'name')?.trim().toLowerCase() === 'viewport')
    .map((meta) => attributeOf(meta, 'content') ?? '')[0];
  if (content === undefined) return null;
  const width = side(content, 'width');
  const height = side(content, 'height');
  return width === null || height === null ? null : { width, height };
}

// Books separate and assign in every way there is; the first number after the name is meant.
function side(content: string, name: string): number | null {
  const [, value = ''] =
    new RegExp(`(?:^|[\\s,;])${name}\\s*[=:]?\\s*(device-${name}|\\d+(?:\\.\\d+)?)`, 'i').exec(
      content,
    ) ?? [];
  if (/^device/i.test(value)) return 0;
  const number = Number(value);
  return number > 0 && number < 1e6 ? number : null;
}
