import type { Clip, Overlay, Section, Tree } from '../contract.ts';
import type { RawClip } from './read-overlay.ts';

/** Names of classes that a publisher marks what is spoken with. */
export interface OverlayClasses {
  active: string | null;
  playback: string | null;
}

/**
 * An overlay of one section: what is spoken, by text offsets. Null when none of it can be.
 *
 * @param raw - The pieces of its document alone.
 * @param use - Path of a recording that is in the book; null for every other address.
 */
export function compileOverlay(
  { tree, length }: Pick<Section, 'tree' | 'length'>,
  raw: readonly RawClip[],
  classes: OverlayClasses,
  use: (address: string) => string | null,
): Overlay | null {
  const spans = elementSpans(tree);
  const structures: (number | null)[] = [];
  const clips: Clip[] = [];
  for (const { id, audio, begin, end, types, structure } of raw) {
    const span = id === null ? ([0, length] as const) : spans.get(id);
    const file = span && use(audio);
    if (!span || !file) continue;
    const [start, stop] = span;
    clips.push({
      id: id ?? '',
      start,
      end: stop,
      src: `resource:${file}`,
      beginSeconds: begin,
      endSeconds: end,
      types,
      escape: null,
    });
    structures.push(structure);
  }
  setEscapeTargets(clips, structures);
  if (clips.length === 0) return null;
  return { activeClass: classes.active, playbackClass: classes.playback, clips };
}

/** Says where each structure that may be left ends, from the end on: a book may have a million clips in one. */
function setEscapeTargets(clips: readonly Clip[], structures: readonly (number | null)[]): void {
  let end = clips.length;
  for (let index = clips.length - 1; index >= 0; index--) {
    const own = structures[index] ?? null;
    if (own !== structures[index + 1]) end = index + 1;
    const clip = clips[index];
    if (clip && own !== null) clip.escape = end;
  }
}

/** Where every element with an id begins and ends in the text. */
function elementSpans(tree: Tree): Map<string, [number, number]> {
  const spans = new Map<string, [number, number]>();
  let length = 0;
  walk(tree);
  return spans;

  function walk(node: Tree): void {
    if (typeof node === 'string') {
      length += node.length;
      return;
    }
    const [, { id }, ...children] = node;
    const start = length;
    for (const child of children) walk(child);
    if (id !== undefined && !spans.has(id)) spans.set(id, [start, length]);
  }
}
