import { mayMatch, type SubjectElement } from '../css/rewrite-selector.ts';
import {
  hintedValue,
  isUnbreakableHint,
  isWhiteSpaceHint,
  preservesWhiteSpace,
  limitHints,
  type StyleHint,
} from '../css/style-hints.ts';

/**
 * Rules for one section, from its style elements and from the classes generated for style and
 * presentational attributes. Equal declarations share a class.
 */
export class SectionStyles {
  readonly hints: StyleHint[];
  readonly #elementCss: string;
  readonly #attributes = new Map<string, string>();
  readonly #presentational = new Map<string, string>();
  readonly #whiteSpace: StyleHint[];
  readonly #unbreakable: StyleHint[];
  #usesFlowClass = false;

  constructor(hints: StyleHint[], elementCss: string) {
    this.hints = limitHints(hints);
    this.#whiteSpace = this.hints.filter(isWhiteSpaceHint);
    this.#unbreakable = this.hints.filter(isUnbreakableHint);
    this.#elementCss = elementCss;
  }

  /** Returns the class for a style attribute's declarations, which override every rule. */
  attributeClass(declarations: string): string {
    return classFor(this.#attributes, declarations, 'svc-s');
  }

  /** Returns the class for presentational attributes, which every rule overrides. */
  presentationalClass(declarations: string): string {
    return classFor(this.#presentational, declarations, 'svc-p');
  }

  /**
   * Returns the class of a box that must be breakable across pages, regardless of its layout mode.
   */
  flowClass(): string {
    this.#usesFlowClass = true;
    return 'svc-flow';
  }

  /**
   * Whether white space is preserved; null if no rule or declaration for the element determines it.
   */
  keepsWhiteSpace(element: SubjectElement, ownHints: StyleHint[]): boolean | null {
    return (
      preservesWhiteSpace(ownHints.filter(isWhiteSpaceHint), element) ??
      preservesWhiteSpace(this.#whiteSpace, element)
    );
  }

  isUnbreakable(element: SubjectElement, ownHints: StyleHint[]): boolean {
    return (
      ownHints.some(isUnbreakableHint) ||
      this.#unbreakable.some(({ subject }) => mayMatch(subject, element))
    );
  }

  valueOf(property: string, element: SubjectElement): string | null {
    return hintedValue(this.hints, property, element);
  }

  css(): string {
    const presentational = [...this.#presentational].map(
      ([body, name]) => `:where(.${name}){${body}}`,
    );
    const attributes = [...this.#attributes].map(([body, name]) => `:is(#svc,.${name}){${body}}`);
    const flow = this.#usesFlowClass ? [':is(#svc,.svc-flow){display:block;overflow:visible}'] : [];
    return [...presentational, this.#elementCss, ...attributes, ...flow].join('');
  }
}

function classFor(classes: Map<string, string>, declarations: string, prefix: string): string {
  const known = classes.get(declarations);
  if (known) return known;
  const name = `${prefix}${classes.size + 1}`;
  classes.set(declarations, name);
  return name;
}
