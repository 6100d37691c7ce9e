import type { XmlElement } from '../xml/node.ts';
import { matchesSelector } from './match-selector.ts';
import { mayMatch, type SubjectElement } from './rewrite-selector.ts';
import type { StyleHint } from './style-hints.ts';

/**
 * Maximum number of candidates per element. No real book has a sheet with more rules for one class.
 */
const MAX_CANDIDATES = 300;

/** The values that an element can have according to a cascade. */
export interface CascadedValues {
  /**
   * Values that may apply depending on conditions, or because a selector could not be matched
   * exactly.
   */
  possible: string[];
  /** Value that applies otherwise, or null if there is none. */
  certain: string | null;
}

/**
 * The cascade of one group of properties. Finds the declarations that apply to an element, ordered
 * by importance, specificity and position. The last declaration wins. Source: CSS Cascading 4.
 */
export class Cascade {
  readonly #byKey = new Map<string, { hint: StyleHint; order: number }[]>();
  readonly isEmpty: boolean;

  constructor(hints: StyleHint[]) {
    this.isEmpty = hints.length === 0;
    for (const [order, hint] of hints.entries()) {
      const key = keyOf(hint);
      const bucket = this.#byKey.get(key);
      if (bucket) bucket.push({ hint, order });
      else this.#byKey.set(key, [{ hint, order }]);
    }
  }

  /**
   * @param element - The element in the parsed document, to match combinators.
   * @param subject - The same element as it appears in the tree.
   * @param own - Declarations of the style attribute.
   */
  valuesOf(element: XmlElement, subject: SubjectElement, own: StyleHint[]): CascadedValues {
    const values: CascadedValues = { possible: [], certain: null };
    if (this.isEmpty && own.length === 0) return values;
    for (const hint of this.#ranked(subject, own)) {
      const isOwn = own.includes(hint);
      const matches = isOwn ? true : matchesSelector(hint, element);
      if (matches === false) continue;
      if (matches && !hint.isConditional) {
        values.certain = hint.value;
        return values;
      }
      values.possible.push(hint.value);
    }
    return values;
  }

  #ranked(subject: SubjectElement, own: StyleHint[]): StyleHint[] {
    const keys = [
      subject.id && `#${subject.id}`,
      ...subject.classes.map((name) => `.${name}`),
      subject.tag,
      '*',
    ];
    const candidates = [...new Set(keys)]
      .flatMap((key) => this.#byKey.get(key ?? '') ?? [])
      .slice(-MAX_CANDIDATES)
      .filter(({ hint }) => mayMatch(hint.subject, subject));
    const ranked = candidates.map(({ hint, order }) => ({ hint, order, rank: rankOf(hint) }));
    for (const [index, hint] of own.entries()) {
      ranked.push({ hint, order: Infinity, rank: rankOf(hint, true) + index / 1000 });
    }
    return ranked.toSorted((a, b) => b.rank - a.rank || b.order - a.order).map(({ hint }) => hint);
  }
}

/** Higher than the specificity of every selector. */
const STYLE_ATTRIBUTE = 1e12;

function rankOf({ important, specificity }: StyleHint, isOwn = false): number {
  return (important ? 10 * STYLE_ATTRIBUTE : 0) + (isOwn ? STYLE_ATTRIBUTE : specificity);
}

function keyOf({ subject: { id, classes, tag } }: StyleHint): string {
  if (id !== null) return `#${id}`;
  return classes[0] === undefined ? (tag ?? '*') : `.${classes[0]}`;
}
