import { resolveReference } from '../container/resolve-reference.ts';
import { attributeOf, childrenOf, EPUB, tokensOf, type XmlElement } from '../xml/node.ts';
import { secondsOf } from './clock-value.ts';

/** A piece of text and the piece of a recording that speaks it, as an overlay document pairs them. */
export interface RawClip {
  /** Path of the text's document. */
  path: string;
  /** Id of the element; null for the whole document. */
  id: string | null;
  audio: string;
  begin: number;
  /** Null for the end of the recording. */
  end: number | null;
  /** Structural semantics of the piece and of all that it lies in. */
  types: string[];
  /** Number of the innermost structure that a listener may leave early; null outside of them. */
  structure: number | null;
}

/** What may be left before its end (EPUB Reading Systems 3.3, 9.3.3). */
const escapable = new Set([
  'table',
  'list',
  'figure',
  'aside',
  'sidebar',
  'bibliography',
  'toc',
  'loi',
  'endnotes',
  'rearnotes',
  'footnotes',
  'footnote',
  'annotation',
]);

/** The pairs of an overlay document, in the order in which they are played. */
export function readOverlay(root: XmlElement, path: string): RawClip[] {
  const clips: RawClip[] = [];
  let structures = 0;
  const body = childrenOf(root, 'body')[0];
  if (body) walk(body, [], null);
  return clips;

  function walk(element: XmlElement, outer: string[], within: number | null): void {
    const own = tokensOf(attributeOf(element, 'type', EPUB)).map((type) =>
      type.replace(/^.*:/, ''),
    );
    const types = [...outer, ...own];
    if (element.name === 'par') {
      const clip = readPair(element, path);
      if (clip) clips.push({ ...clip, types: [...new Set(types)], structure: within });
      return;
    }
    const isEscapable = own.some((type) => escapable.has(type));
    if (isEscapable) structures += 1;
    const structure = isEscapable ? structures : within;
    for (const child of childrenOf(element)) {
      if (child.name === 'seq' || child.name === 'par') walk(child, types, structure);
    }
  }
}

function readPair(par: XmlElement, base: string): Omit<RawClip, 'types' | 'structure'> | null {
  const text = childrenOf(par, 'text')[0];
  const audio = childrenOf(par, 'audio')[0];
  const address = audio && attributeOf(audio, 'src');
  if (!text || !address) return null;
  const target = resolveReference(base, attributeOf(text, 'src') ?? '');
  if (target.kind !== 'local') return null;
  const begin = secondsOf(attributeOf(audio, 'clipBegin')) ?? 0;
  const end = secondsOf(attributeOf(audio, 'clipEnd'));
  if (end !== null && end <= begin) return null;
  return { path: target.path, id: target.fragment, audio: address, begin, end };
}
