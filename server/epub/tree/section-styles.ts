import type { Layout } from '../contract.ts';
import { Cascade } from '../css/cascade.ts';
import { MarginText, marginTextStyles } from '../css/margin-text.ts';
import { matchesSelector } from '../css/match-selector.ts';
import { dividesIntoColumns, isColumnsProperty, ownColumnsRule } from '../css/own-columns.ts';
import { hideWithSection } from '../css/hide-with-section.ts';
import { withPageLimits } from '../css/readable-colors.ts';
import { mayMatch, type SubjectElement } from '../css/rewrite-selector.ts';
import { attributeLimitRules } from '../css/size-rules.ts';
import {
  hintedValue,
  isBoxHint,
  isPictureHint,
  isBreakHint,
  isForcedBreak,
  isGeneratedContent,
  isKeepingTogether,
  isUnbreakableHint,
  isWhiteSpaceHint,
  limitHints,
  MAX_HINTS,
  unbreakableHints,
  type StyleHint,
} from '../css/style-hints.ts';
import { breakSides, type BreakSide } from './blank-pages.ts';
import { pageBoxCss } from './page-boxes.ts';
import { isBlockDisplay, mayBeInline, preservesWhiteSpace } from '../css/white-space.ts';
import type { XmlElement } from '../xml/node.ts';

/** Elements are tested against each of them. */
const MAX_FORCED_BREAKS = 300;

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
  /** Declarations of style attributes by class. */
  readonly #declarations = new Map<string, string>();
  readonly #presentational = new Map<string, string>();
  readonly #whiteSpace: Cascade;
  readonly #display: Cascade;
  readonly #unbreakable: StyleHint[];
  readonly #textAlign: Cascade;
  readonly #marginText: MarginText;
  readonly #keptTogether: StyleHint[];
  readonly #columns: StyleHint[];
  readonly #boxes: StyleHint[];
  readonly #breaks: StyleHint[];
  readonly #sideBreaks: Record<BreakSide, Cascade>;
  readonly #generated: StyleHint[];
  readonly #layout: Layout;
  #usesFlowClass = false;
  #usesSplitClass = false;
  #usesPageBoxes = false;

  constructor(hints: StyleHint[], elementCss: string, layout: Layout) {
    this.#layout = layout;
    this.hints = limitHints(hints);
    this.#whiteSpace = new Cascade(this.hints.filter(isWhiteSpaceHint));
    this.#display = new Cascade(this.hints.filter(isDisplayHint));
    this.#unbreakable = unbreakableHints(this.hints);
    const alignments = this.hints.filter(({ property }) => property === 'text-align');
    const justifies = alignments.some(({ value }) => value === 'justify');
    this.#textAlign = new Cascade(justifies ? alignments : []);
    this.#marginText = new MarginText(this.hints);
    this.#keptTogether = this.hints.filter(isKeepingTogether);
    this.#columns = this.hints.filter(dividesIntoColumns);
    this.#boxes = this.hints.filter(isBoxHint);
    const breaks = this.hints.filter(isBreakHint);
    const atSide = (side: BreakSide) =>
      new Cascade(breaks.filter(({ property }) => property === `break-${side}`));
    this.#sideBreaks = { before: atSide('before'), after: atSide('after') };
    this.#breaks = breaks.filter(isForcedBreak).slice(0, MAX_FORCED_BREAKS);
    this.#generated = this.hints.filter(isGeneratedContent);
    this.#elementCss = elementCss;
  }

  /** Returns the class for a style attribute's declarations, which override every rule. */
  attributeClass(declarations: string): string {
    const name = classFor(this.#attributes, declarations, 'svc-s');
    this.#declarations.set(name, declarations);
    return name;
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

  /** Whether styles certainly do not display the element. */
  isHidden({ source, subject, ownHints }: StyledElement): boolean {
    const own = ownHints.filter(isDisplayHint);
    return this.#display.valuesOf(source, subject, own).certain === 'none';
  }

  /** Whether rules display an otherwise inline element as a block. */
  isBlock({ source, subject, ownHints }: StyledElement): boolean {
    const own = ownHints.filter(isDisplayHint);
    return isBlockDisplay(this.#display.valuesOf(source, subject, own));
  }

  /**
   * Whether an element's lines are justified.
   *
   * @param inherited - Whether those of the parent element are.
   */
  isJustified({ source, subject, ownHints }: StyledElement, inherited: boolean): boolean {
    const own = ownHints.filter(({ property }) => property === 'text-align');
    const { possible, certain } = this.#textAlign.valuesOf(source, subject, own);
    const resolve = (value: string) =>
      /^(?:inherit|unset|match-parent)$/.test(value) ? inherited : value === 'justify';
    const stated = subject.attributes['align']?.toLowerCase();
    const base = stated === undefined ? inherited : stated === 'justify';
    return (certain === null ? base : resolve(certain)) || possible.some(resolve);
  }

  /** Whether rules that may apply to an element center its lines or align them to a side. */
  mayBeAligned({ source, subject, ownHints }: StyledElement): boolean {
    const own = ownHints.filter(({ property }) => property === 'text-align');
    const { possible } = this.#textAlign.valuesOf(source, subject, own);
    return possible.some((value) => /^(?:center|left|right|end)$/.test(value));
  }

  /** Whether rules divide an element into columns. */
  hasColumns(element: StyledElement): boolean {
    return (
      element.ownHints.some(dividesIntoColumns) ||
      this.#columns.some((hint) => applies(hint, element))
    );
  }

  /** Returns the class of text that must not be justified. */
  raggedClass(): string {
    return this.attributeClass('text-align:start');
  }

  /** Whether positioned elements inside an element may refer to its box instead of the page. */
  isPositioned({ source, subject, ownHints }: StyledElement): boolean {
    return this.#marginText.isPositioned(source, subject, ownHints);
  }

  /** Returns the class of text that rules position in the page's margin, or null for others. */
  marginTextClass({ source, subject, ownHints }: StyledElement): string | null {
    const side = this.#marginText.sideOf(source, subject, ownHints);
    return side && this.attributeClass(marginTextStyles(side));
  }

  /** Whether rules keep the element on one page. */
  isKeptTogether(element: StyledElement): boolean {
    return (
      element.ownHints.some(isKeepingTogether) ||
      this.#keptTogether.some((hint) => applies(hint, element))
    );
  }

  /** Whether rules certainly place the children of an element beside each other. */
  isRow({ source, subject, ownHints }: StyledElement): boolean {
    const own = ownHints.filter(isDisplayHint);
    return this.#display.valuesOf(source, subject, own).certain === 'flex';
  }

  /** Returns the class of a box that must not break, because its parts are beside each other. */
  rowClass(): string {
    return this.attributeClass('break-inside:avoid');
  }

  /** Returns the class of a box that must be breakable, contrary to its rules. */
  splitClass(): string {
    this.#usesSplitClass = true;
    return 'svc-split';
  }

  /** Whether rules or the style attribute give the element a border or background. */
  isBoxed(subject: SubjectElement): boolean {
    return (
      this.#boxes.some((hint) => mayMatch(hint.subject, subject)) ||
      this.#ownDeclarations(subject).some(isBoxHint)
    );
  }

  /** Returns the declarations of the element's style attribute. */
  #ownDeclarations({ classes }: SubjectElement): { property: string; value: string }[] {
    return classes
      .flatMap((name) => this.#declarations.get(name)?.split(';') ?? [])
      .map((text) => {
        const at = text.indexOf(':');
        return { property: text.slice(0, at), value: text.slice(at + 1) };
      });
  }

  /** Whether anything in the section forces a page break. */
  get hasForcedBreaks(): boolean {
    const bodies = [...this.#attributes.keys()];
    return this.#breaks.length > 0 || bodies.some((body) => body.includes(':column'));
  }

  /** Whether rules or the style attribute force a page break at a side of an element. */
  forcesBreak(subject: SubjectElement, side: BreakSide): boolean {
    const property = `break-${side}`;
    if (
      this.#breaks.some((hint) => hint.property === property && mayMatch(hint.subject, subject))
    ) {
      return true;
    }
    return this.#ownDeclarations(subject).some(
      (own) => own.property === property && own.value === 'column',
    );
  }

  /** The sides of an element at which its styles certainly force a page break. */
  certainBreaks({ source, subject, ownHints }: StyledElement): BreakSide[] {
    return breakSides.filter((side) => {
      const own = ownHints.filter(({ property }) => property === `break-${side}`);
      return this.#sideBreaks[side].valuesOf(source, subject, own).certain === 'column';
    });
  }

  /**
   * Whether styles may show something in an element without content. True of every element if the
   * style sheets have more such rules than are known.
   */
  mayBeVisible(subject: SubjectElement): boolean {
    return this.isBoxed(subject) || this.#mayGenerateContent(subject);
  }

  /**
   * Whether styles may show a picture or text in an element. True of every element if the style
   * sheets have more such rules than are known.
   */
  mayBeOrnament(subject: SubjectElement): boolean {
    const boxes = this.#boxes.filter((hint) => mayMatch(hint.subject, subject));
    return (
      [...boxes, ...this.#ownDeclarations(subject)].some(isPictureHint) ||
      this.#mayGenerateContent(subject)
    );
  }

  /** Whether rules add content to an element, or there are more rules than are known. */
  #mayGenerateContent(subject: SubjectElement): boolean {
    return (
      this.#boxes.length >= MAX_HINTS ||
      this.#generated.length >= MAX_HINTS ||
      this.#generated.some((hint) => mayMatch(hint.subject, subject))
    );
  }

  /** Adds the rule for boxes that represent the page. */
  addPageBoxes(): void {
    this.#usesPageBoxes = true;
  }

  /**
   * Whether rules may lay out the element as a box that some engines cannot break across pages.
   *
   * @param hasTable - Returns whether it contains a table, which Chromium does not break in boxes
   * that clip their content.
   */
  isUnbreakable(element: StyledElement, hasTable: () => boolean): boolean {
    const matters = ({ value }: { value: string }) => value !== 'hidden' || hasTable();
    return (
      element.ownHints.some((hint) => isUnbreakableHint(hint) && matters(hint)) ||
      this.#unbreakable.some((hint) => applies(hint, element) && matters(hint))
    );
  }

  valueOf(property: string, element: SubjectElement): string | null {
    return hintedValue(this.hints, property, element);
  }

  css(): string {
    // WebKit spreads the letters of formulas that inherit the alignment of boxes.
    const presentational = [...this.#presentational].map(
      ([body, name]) =>
        `:where(.${name}){${body}}` +
        (body.includes('text-align:-webkit-') ? `:where(.${name}>*){text-align:start}` : ''),
    );
    const attributes = [...this.#attributes].map(([body, name]) => {
      // A page with a fixed layout keeps its sizes.
      const limits = this.#layout === 'fixed' ? '' : attributeLimitRules(name, body);
      return `:is(#svc,.${name}){${body}}${limits}`;
    });
    const columns = [...this.#attributes]
      .filter(([body]) =>
        body.split(';').some((one) => isColumnsProperty(one.slice(0, one.indexOf(':')))),
      )
      .map(([, name]) => ownColumnsRule(`.${name}`));
    const flow = this.#usesFlowClass ? [':is(#svc,.svc-flow){display:block;overflow:visible}'] : [];
    const isSplit = this.#usesSplitClass && this.#keptTogether.length > 0;
    const split = isSplit ? [':is(#svc,.svc-split){break-inside:auto!important}'] : [];
    const pageBoxes = this.#usesPageBoxes ? [pageBoxCss] : [];
    const css = [
      ...presentational,
      this.#elementCss,
      ...attributes,
      ...columns,
      ...flow,
      ...split,
      ...pageBoxes,
    ].join('');
    return withPageLimits(hideWithSection(css));
  }
}

function applies(hint: StyleHint, { source, subject }: StyledElement): boolean {
  return mayMatch(hint.subject, subject) && matchesSelector(hint, source) !== false;
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
