import type { Section, Tree, TreeElement } from '../../server/epub/contract.ts';
import { indexed } from './indexed.ts';

/**
 * One step of an EPUB CFI. Even numbers are elements, and odd numbers are the text between them.
 */
export interface CfiStep {
  step: number;
  /** The element's asserted id, or empty if there is none. */
  id: string;
}

/** A position as an EPUB CFI (https://w3c.github.io/epub-specs/epub33/epubcfi/). */
export interface Cfi {
  /** Index in the spine, from 0. */
  spineIndex: number;
  /** Steps through the section's document, from its root element. */
  steps: CfiStep[];
  /** Number of characters into the target of the steps. */
  offset: number;
}

/**
 * Parses a CFI or the start of a CFI range. Returns null if it is invalid or does not go through
 * the spine. Temporal offsets, spatial offsets and text assertions are ignored.
 */
export function parseCfi(text: string): Cfi | null {
  const inner = /^epubcfi\((.+)\)$/s.exec(text.trim())?.[1];
  if (!inner) return null;
  const [common = '', from = ''] = splitRange(inner);
  const [inPackage, inDocument, ...more] = splitIndirections(common + from);
  const [spine, item] = inPackage?.steps ?? [];
  if (spine?.step !== 6 || !item || item.step < 2 || item.step % 2 !== 0) return null;
  if (more.length > 0) return null;
  const { steps = [], offset = 0 } = inDocument ?? {};
  return { spineIndex: item.step / 2 - 1, steps, offset };
}

/**
 * Resolves a CFI to a text offset in a section. A known id takes precedence over the steps before
 * it. If a step cannot be resolved, the result is the nearest position that can.
 */
export function offsetAtCfi({ tree, ids }: Pick<Section, 'tree' | 'ids'>, cfi: Cfi): number {
  // The tree's root represents `html` and its only child element `body`, which is the first step
  // (4).
  let at = findBody(tree);
  let before = 0;
  const [body, ...steps] = cfi.steps;
  // Content outside the body has no text.
  if (body && !(body.id && Object.hasOwn(ids, body.id)) && body.step !== 4) {
    return body.step < 4 ? 0 : textLength(at);
  }
  for (const [index, { step, id }] of indexed(steps)) {
    const knownOffset = id && Object.hasOwn(ids, id) ? ids[id] : undefined;
    const namedElement = knownOffset === undefined ? null : findElement(tree, id);
    if (namedElement && knownOffset !== undefined) {
      [at, before] = [namedElement, knownOffset];
      continue;
    }
    const pieces = cfiChildren(at);
    const piece = pieces.find((one) => one.step === step);
    if (piece && typeof piece.child !== 'string') {
      [at, before] = [piece.child, before + piece.start];
      continue;
    }
    const next = pieces.find((one) => one.step >= step);
    const start = next ? next.start : textLength(at);
    const isLast = next?.step === step && index === steps.length - 1;
    return before + start + (isLast ? Math.min(cfi.offset, next.length) : 0);
  }
  return before + Math.min(cfi.offset, textLength(at));
}

/**
 * The EPUB CFI of a position, or null for serial chapters, which no file contains, and for missing
 * sections.
 */
export function cfiOf(
  section: (Pick<Section, 'tree'> & { chapter?: unknown }) | undefined,
  position: { section: number; offset: number },
): string | null {
  return section && !section.chapter ? cfiAt(section, position.section, position.offset) : null;
}

/**
 * Returns the CFI of a text offset in an EPUB section. @param spine - Index of the section in the
 * spine.
 */
export function cfiAt({ tree }: Pick<Section, 'tree'>, spine: number, offset: number): string {
  let at = findBody(tree);
  let left = Math.max(0, offset);
  let path = `/6/${(spine + 1) * 2}!/4`;
  for (;;) {
    const pieces = cfiChildren(at);
    const piece = pieces.find(({ start, length }) => left < start + length) ?? pieces.at(-1);
    if (!piece) return `epubcfi(${path})`;
    const { child, step, start, length } = piece;
    left = Math.min(left - start, length);
    if (typeof child === 'string') return `epubcfi(${path}/${step}:${left})`;
    const { id } = child[1];
    path += `/${step}${id ? `[${escapeAssertion(id)}]` : ''}`;
    at = child;
  }
}

/** An element's child as counted by CFIs. Adjacent text nodes form one child. */
interface CfiChild {
  step: number;
  child: Tree;
  /** Number of characters in the element before the child. */
  start: number;
  length: number;
}

function cfiChildren([, , ...children]: TreeElement): CfiChild[] {
  const pieces: CfiChild[] = [];
  let step = 0;
  let start = 0;
  for (const child of children) {
    const length = textLength(child);
    const last = pieces.at(-1);
    if (typeof child !== 'string') {
      step += 2;
      pieces.push({ step, child, start, length });
    } else if (last && last.step === step + 1) last.length += length;
    else pieces.push({ step: step + 1, child, start, length });
    start += length;
  }
  return pieces;
}

function findBody(tree: TreeElement): TreeElement {
  const [, , ...children] = tree;
  return children.find((child) => typeof child !== 'string') ?? tree;
}

function findElement(element: TreeElement, id: string): TreeElement | null {
  const [, attributes, ...children] = element;
  if (attributes['id'] === id) return element;
  for (const child of children) {
    const found = typeof child === 'string' ? null : findElement(child, id);
    if (found) return found;
  }
  return null;
}

function textLength(tree: Tree): number {
  if (typeof tree === 'string') return tree.length;
  const [, , ...children] = tree;
  return children.reduce((sum, child) => sum + textLength(child), 0);
}

/** Splits a range into its common part, start and end. */
function splitRange(text: string): string[] {
  const parts = [''];
  let inAssertion = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '^') {
      parts[parts.length - 1] += char + (text[++at] ?? '');
      continue;
    }
    if (char === '[') inAssertion = true;
    if (char === ']') inAssertion = false;
    if (char === ',' && !inAssertion) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Returns the steps within each document of a path. */
function splitIndirections(path: string): { steps: CfiStep[]; offset?: number }[] {
  const parts: { steps: CfiStep[]; offset?: number }[] = [{ steps: [] }];
  const token = /\/(\d+)|\[((?:\^[\s\S]|[^\]^])*)\]|(!)|:(\d+)|[~@][\d.:]+/gy;
  for (let at = 0; at < path.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(path);
    const part = parts.at(-1);
    if (!match || !part) return [];
    const [, step, assertion, indirection, offset] = match;
    if (step) part.steps.push({ step: Number(step), id: '' });
    else if (indirection) parts.push({ steps: [] });
    else if (offset) part.offset = Number(offset);
    else if (assertion !== undefined && part.offset === undefined) {
      const last = part.steps.at(-1);
      // A parameter, such as the side bias, follows a semicolon.
      if (last) last.id = assertion.replace(/(?<!\^);.*$/s, '').replaceAll(/\^([\s\S])/g, '$1');
    }
  }
  return parts;
}

function escapeAssertion(id: string): string {
  return id.replaceAll(/[\^[\](),;=]/g, '^$&');
}
