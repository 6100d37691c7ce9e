import { attributeOf, childrenOf, type XmlElement } from '../xml/node.ts';

export interface Viewport {
  width: number;
  height: number;
}

/**
 * Page size of a fixed-layout document (EPUB 3.3, section 8.2.2.7): the first `viewport` meta that
 * names both sides, in pixels whatever its units; null for `device-width` and the like.
 */
export function documentViewport(head: XmlElement | undefined): Viewport | null {
  const metas = head ? childrenOf(head, 'meta') : [];
  const content = metas
    .filter((meta) => attributeOf(meta, 'name')?.trim().toLowerCase() === 'viewport')
    .map((meta) => attributeOf(meta, 'content') ?? '')[0];
  if (content === undefined) return null;
  const width = side(content, 'width');
  const height = side(content, 'height');
  return width && height ? { width, height } : null;
}

// Books separate and assign in every way there is; the first number after the name is meant.
function side(content: string, name: string): number | null {
  const match = new RegExp(`(?:^|[\\s,;])${name}\\s*[=:]?\\s*(\\d+(?:\\.\\d+)?)`, 'i').exec(
    content,
  );
  const number = Number(match?.[1] ?? 0);
  return number > 0 && number < 1e6 ? number : null;
}
