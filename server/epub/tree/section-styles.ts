import { Cascade } from '../css/cascade.ts';
import { mayMatch, type SubjectElement } from '../css/rewrite-selector.ts';
import {
  hintedValue,
  isUnbreakableHint,
  isWhiteSpaceHint,
  limitHints,
  unbreakableHints,
  type StyleHint,
} from '../css/style-hints.ts';
import { mayBeInline, preservesWhiteSpace } from '../css/white-space.ts';
import type { XmlElement } from '../xml/node.ts';

/** An element whose styles are needed. */
export interface StyledElement {
  /** The element in the parsed document. */
  source: XmlElement;
  /** The element as it appears in the tree. */
  subject: SubjectElement;
  /** Declarations of its style attribute. */
  ownHints: StyleHint[];
}

/**
 * Rules for one section, from its style elements and from the classes generated for style and
 * presentational attributes. Equal declarations share a class.
 */
export class SectionStyles {
  readonly hints: StyleHint[];
  readonly #elementCss: string;
  readonly #attributes = new Map<string, string>();
  readonly #presentational = new Map<string, string>();
  readonly #whiteSpace: Cascade;
  readonly #display: Cascade;
  readonly #unbreakable: StyleHint[];
  #usesFlowClass = false;

  constructor(hints: StyleHint[], elementCss: string) {
    this.hints = limitHints(hints);
    this.#whiteSpace = new Cascade(this.hints.filter(isWhiteSpaceHint));
    this.#display = new Cascade(this.hints.filter(isDisplayHint));
    this.#unbreakable = unbreakableHints(this.hints);
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
   * Whether white space in an element is part of its text.
   *
   * @param inherited - Whether it is in the parent element.
   */
  keepsWhiteSpace(element: StyledElement, inherited: boolean): boolean {
    const { source, subject, ownHints } = element;
    const own = ownHints.filter(isWhiteSpaceHint);
    const values = this.#whiteSpace.valuesOf(source, subject, own);
    return preservesWhiteSpace(values, source.name.toLowerCase(), inherited);
  }

  /** Whether rules may display a block element inline. */
  mayBeInline({ source, subject, ownHints }: StyledElement): boolean {
    const own = ownHints.filter(isDisplayHint);
    return mayBeInline(this.#display.valuesOf(source, subject, own));
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

function isDisplayHint({ property }: StyleHint): boolean {
  return property === 'display';
}

function classFor(classes: Map<string, string>, declarations: string, prefix: string): string {
  const known = classes.get(declarations);
  if (known) return known;
  const name = `${prefix}${classes.size + 1}`;
  classes.set(declarations, name);
  return name;
}
