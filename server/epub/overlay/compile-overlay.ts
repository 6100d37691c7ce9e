import type { Clip, Overlay, Section, Tree } from '../contract.ts';
import type { RawClip } from './read-overlay.ts';

/** Class names with which the publisher styles narrated text. */
export interface OverlayClasses {
  active: string | null;
  playback: string | null;
}

/**
 * Compiles the media overlay of one section to text offsets. Returns null if no clip is usable.
 *
 * @param raw - The clips for this document only.
 * @param use - Returns the path of an audio file in the book, or null for any other URL.
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

/**
 * Sets the escape target of each clip. Works from last to first because one structure may contain a
 * million clips.
 */
function setEscapeTargets(clips: readonly Clip[], structures: readonly (number | null)[]): void {
  let end = clips.length;
  for (let index = clips.length - 1; index >= 0; index--) {
    const structure = structures[index] ?? null;
    if (structure !== structures[index + 1]) end = index + 1;
    const clip = clips[index];
    if (clip && structure !== null) clip.escape = end;
  }
}

/** Start and end text offsets of every element with an id. */
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
