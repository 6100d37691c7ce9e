import { resolveReference } from '../container/resolve-reference.ts';
import { attributeOf, childrenOf, EPUB, tokensOf, type XmlElement } from '../xml/node.ts';

/** Seconds of one unit of a timecount value (SMIL 3, clock values). */
const secondsPerUnit: Record<string, number> = { h: 3600, min: 60, s: 1, ms: 0.001, '': 1 };

const clockPattern = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;

const timecountPattern = /^(\d+(?:\.\d+)?)(h|min|s|ms)?$/;
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
  const begin = parseClockValue(attributeOf(audio, 'clipBegin')) ?? 0;
  const end = parseClockValue(attributeOf(audio, 'clipEnd'));
  if (end !== null && end <= begin) return null;
  return { path: target.path, id: target.fragment, audio: address, begin, end };
}

/** Seconds that a clock value of SMIL means; null when it is none. */
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
