import { Cascade, type CascadedValues } from './cascade.ts';
import type { SubjectElement } from './rewrite-selector.ts';
import type { StyleHint } from './style-hints.ts';
import type { XmlElement } from '../xml/node.ts';

/** Properties that move text to a margin, and those that move it away from its line. */
const inlineInsets = ['left', 'right'] as const;
const otherInsets = ['top', 'bottom', 'inset'] as const;

/**
 * Finds text that a book positions in the margin of the page, beside its line, such as the page
 * numbers of the printed edition. The margins of the reader have no space for it.
 */
export class MarginText {
  readonly #position: Cascade;
  readonly #insets: ReadonlyMap<string, Cascade>;

  constructor(hints: StyleHint[]) {
    this.#position = new Cascade(hints.filter(({ property }) => property === 'position'));
    this.#insets = new Map(
      [...inlineInsets, ...otherInsets].map((name) => [
        name,
        new Cascade(hints.filter(({ property }) => property.startsWith(name))),
      ]),
    );
  }

  /** Whether positioned elements inside an element may refer to its box instead of the page. */
  isPositioned(source: XmlElement, subject: SubjectElement, own: StyleHint[]): boolean {
    const { possible, certain } = this.#positionOf(source, subject, own);
    return [...possible, certain ?? 'static'].some((value) => value !== 'static');
  }

  /**
   * Returns the side of the page on which an element is positioned, or null if it is in the flow or
   * positioned elsewhere.
   */
  sideOf(source: XmlElement, subject: SubjectElement, own: StyleHint[]): 'left' | 'right' | null {
    if (this.#positionOf(source, subject, own).certain !== 'absolute') return null;
    const insetOf = (name: string) => {
      const ownInsets = own.filter(({ property }) => property.startsWith(name));
      const values = this.#insets.get(name)?.valuesOf(source, subject, ownInsets);
      return values?.certain ?? 'auto';
    };
    if (otherInsets.some((name) => insetOf(name) !== 'auto')) return null;
    const [left, right] = inlineInsets.map(insetOf);
    if ((left === 'auto') === (right === 'auto')) return null;
    const isNearStart = !/^(?:[5-9]\d|\d{3,})(?:\.\d+)?%$/.test(
      (left === 'auto' ? right : left) ?? '',
    );
    return (left !== 'auto') === isNearStart ? 'left' : 'right';
  }

  #positionOf(source: XmlElement, subject: SubjectElement, own: StyleHint[]): CascadedValues {
    const ownPositions = own.filter(({ property }) => property === 'position');
    return this.#position.valuesOf(source, subject, ownPositions);
  }
}

/** Declarations of margin text, which makes space for itself at the end of its line. */
export function marginTextStyles(side: 'left' | 'right'): string {
  const away = side === 'left' ? 'right' : 'left';
  return (
    `position:static!important;float:${side}!important;clear:${side};inline-size:auto!important;` +
    `margin:0!important;margin-${away}:0.5em!important;text-indent:0`
  );
}
