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
 * The rules that belong to one section alone: its style elements, and classes made of its style
 * attributes and of its attributes of looks. Equal declarations share a class.
 */
export class SectionStyles {
  readonly hints: StyleHint[];
  readonly #elementCss: string;
  readonly #attributes = new Map<string, string>();
  readonly #looks = new Map<string, string>();
  readonly #whiteSpace: StyleHint[];
  readonly #unbreakable: StyleHint[];
  #flows = false;

  constructor(hints: StyleHint[], elementCss: string) {
    this.hints = limitHints(hints);
    this.#whiteSpace = this.hints.filter(isWhiteSpaceHint);
    this.#unbreakable = this.hints.filter(isUnbreakableHint);
    this.#elementCss = elementCss;
  }

  /** Class for the declarations of a style attribute, which outrank every rule. */
  attributeClass(declarations: string): string {
    return classFor(this.#attributes, declarations, 'svc-s');
  }

  /** Class for attributes of looks, which every rule outranks. */
  presentationalClass(declarations: string): string {
    return classFor(this.#looks, declarations, 'svc-p');
  }

  /** Class of a box that must break across pages, whatever it is laid out as. */
  flowClass(): string {
    this.#flows = true;
    return 'svc-flow';
  }

  /** Null when no rule and none of the element's own declarations say so or otherwise. */
  keepsWhiteSpace(element: SubjectElement, own: StyleHint[]): boolean | null {
    return (
      preservesWhiteSpace(own.filter(isWhiteSpaceHint), element) ??
      preservesWhiteSpace(this.#whiteSpace, element)
    );
  }

  isUnbreakable(element: SubjectElement, own: StyleHint[]): boolean {
    return (
      own.some(isUnbreakableHint) ||
      this.#unbreakable.some(({ subject }) => mayMatch(subject, element))
    );
  }

  valueOf(property: string, element: SubjectElement): string | null {
    return hintedValue(this.hints, property, element);
  }

  css(): string {
    const looks = [...this.#looks].map(([body, name]) => `:where(.${name}){${body}}`);
    const attributes = [...this.#attributes].map(([body, name]) => `:is(#svc,.${name}){${body}}`);
    const flow = this.#flows ? [':is(#svc,.svc-flow){display:block;overflow:visible}'] : [];
    return [...looks, this.#elementCss, ...attributes, ...flow].join('');
  }
}

function classFor(classes: Map<string, string>, declarations: string, prefix: string): string {
  const known = classes.get(declarations);
  if (known) return known;
  const name = `${prefix}${classes.size + 1}`;
  classes.set(declarations, name);
  return name;
}
