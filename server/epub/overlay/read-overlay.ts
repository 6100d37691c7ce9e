import { resolveReference } from '../container/resolve-reference.ts';
import { attributeOf, childrenOf, EPUB, tokensOf, type XmlElement } from '../xml/node.ts';

/** Seconds per unit of a timecount value (SMIL 3, clock values). */
const secondsPerUnit: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

const clockPattern = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;

const timecountPattern = /^(\d+(?:\.\d+)?)(h|min|s|ms)?$/;
/** A text element and the audio that narrates it, paired in an overlay document. */
export interface RawClip {
  /** Path of the narrated document. */
  path: string;
  /** Id of the element, or null for the whole document. */
  id: string | null;
  audio: string;
  begin: number;
  /** Null for the end of the audio file. */
  end: number | null;
  /** Structural semantics of the element and its ancestors. */
  types: string[];
  /**
   * Number of the innermost escapable structure that contains the clip, or null outside such a
   * structure.
   */
  structure: number | null;
}

/** Structures that can be skipped before their end (EPUB Reading Systems 3.3, 9.3.3). */
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

/** Reads the clips of an overlay document in playback order. */
export function readOverlay(root: XmlElement, path: string): RawClip[] {
  const clips: RawClip[] = [];
  let structures = 0;
  const body = childrenOf(root, 'body')[0];
  if (body) walk(body, [], null);
  return clips;

  function walk(element: XmlElement, outer: string[], within: number | null): void {
    const elementTypes = tokensOf(attributeOf(element, 'type', EPUB)).map((type) =>
      type.replace(/^.*:/, ''),
    );
    const types = [...outer, ...elementTypes];
    if (element.name === 'par') {
      const clip = readClip(element, path);
      if (clip) clips.push({ ...clip, types: [...new Set(types)], structure: within });
      return;
    }
    const isEscapable = elementTypes.some((type) => escapable.has(type));
    if (isEscapable) structures += 1;
    const structure = isEscapable ? structures : within;
    for (const child of childrenOf(element)) {
      if (child.name === 'seq' || child.name === 'par') walk(child, types, structure);
    }
  }
}

function readClip(par: XmlElement, base: string): Omit<RawClip, 'types' | 'structure'> | null {
  const text = childrenOf(par, 'text')[0];
  const audio = childrenOf(par, 'audio')[0];
  const address = audio && attributeOf(audio, 'src');
  if (!text || !address) return null;
  const target = resolveReference(base, attributeOf(text, 'src') ?? '');
  if (target.kind !== 'local') return null;
  const begin = parseClockValue(attributeOf(audio, 'clipBegin')) ?? 0;
  const end = parseClockValue(attributeOf(audio, 'clipEnd'));
  if (end !== null && end <= begin) return null;
  return { path: target.path, id: target.fragment, audio: address, begin, end };
}

/** Converts a SMIL clock value to seconds. Returns null for any other text. */
export function parseClockValue(value: string | undefined): number | null {
  const text = (value ?? '').trim().replace(/^npt=/, '');
  const [isClock, hours, minutes, seconds] = clockPattern.exec(text) ?? [];
  if (isClock)
    return roundToMilliseconds(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds));
  const [isCount, amount, unit = ''] = timecountPattern.exec(text) ?? [];
  return isCount ? roundToMilliseconds(Number(amount) * (secondsPerUnit[unit] ?? 1)) : null;
}

function roundToMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
