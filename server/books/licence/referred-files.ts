import { parse, walk } from 'css-tree';
import type { FontFaceDescription, Overlay, Tree } from '../../epub/contract.ts';

const scheme = 'resource:';

/** Paths of the files that a tree shows or links to. */
export function filesOfTree(tree: Tree): string[] {
  if (typeof tree === 'string') return [];
  const [, attributes, ...children] = tree;
  return [...Object.values(attributes).flatMap(pathOf), ...children.flatMap(filesOfTree)];
}

/** Paths of the recordings that speak a section. */
export function recordingsOf(overlay: Overlay | undefined): string[] {
  return [...new Set(overlay?.clips.flatMap(({ src }) => pathOf(src)))];
}

/** Paths of the files that a compiled sheet fetches, and every text in it that may name a family. */
export function namesInSheet(css: string): { files: string[]; families: string[] } {
  const files: string[] = [];
  const families: string[] = [];
  walk(parse(css, { parseValue: true, parseCustomProperty: true }), (node) => {
    if (node.type === 'Url') files.push(...pathOf(node.value));
    if (node.type !== 'String') return;
    files.push(...pathOf(node.value));
    families.push(node.value);
  });
  return { files, families };
}

/** The faces of the families that are named. Compiled sheets name the book's own as strings. */
export function facesOf(faces: FontFaceDescription[], families: Iterable<string>) {
  const named = new Set(families);
  return faces.filter(({ family }) => named.has(family));
}

function pathOf(address: string): string[] {
  return address.startsWith(scheme) ? [address.slice(scheme.length)] : [];
}
