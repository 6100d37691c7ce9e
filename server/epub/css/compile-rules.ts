import {
  generate,
  type Atrule,
  type CssNode,
  type Declaration,
  type List,
  type Rule,
} from 'css-tree';
import type { FontFaceDescription } from '../contract.ts';
import { isAllowedAtRule, type AllowedAtRule } from '../../../shared/allowlists/css.ts';
import {
  compileDeclarations,
  declarationsText,
  type CompiledDeclaration,
  type DeclarationContext,
} from './compile-declarations.ts';
import { compileDarkImageRules, isDarkSchemeOnly } from './dark-images.ts';
import { readFontFace } from './fonts.ts';
import { applicability, wrapInMedia } from './media-queries.ts';
import { isColumnsProperty, ownColumnsRule } from './own-columns.ts';
import { rewriteSelectors, type RewrittenSelector } from './rewrite-selector.ts';
import { inheritedColor } from './readable-colors.ts';
import { imageSizeRules, sizeLimitRules } from './size-rules.ts';
import { isHintProperty, type StyleHint } from './style-hints.ts';

export interface RulesContext extends DeclarationContext {
  /** Compiled text of an `@import`. */
  compiledImport: (rule: Atrule) => string;
  resolveFont: (address: string) => string | null;
  /** Receives each font face found. */
  addFace: (face: FontFaceDescription) => void;
  /** Receives each style hint found. */
  addHint: (hint: StyleHint) => void;
  /** Whether the rules apply only under conditions. */
  isConditional: boolean;
}

/**
 * Compiles the rules of a style sheet for use inside the reader. Omits `@page`, namespaces, layer
 * names and unknown rules; passes `@font-face` to `addFace`.
 */
export function compileRules(nodes: List<CssNode>, context: RulesContext, nested = false): string {
  let css = '';
  const bare: Declaration[] = [];
  nodes.forEach((node) => {
    if (node.type === 'Rule') css += compileRule(node, context, nested);
    else if (node.type === 'Atrule') css += compileAtrule(node, context, nested);
    else if (node.type === 'Declaration' && nested) bare.push(node);
  });
  if (bare.length === 0) return css;
  return `${declarationsText(compileDeclarations(bare, context))};${css}`;
}

function compileRule(rule: Rule, context: RulesContext, nested: boolean): string {
  if (rule.prelude.type !== 'SelectorList') return '';
  const selectors = rewriteSelectors(rule.prelude, nested);
  if (selectors.length === 0) return '';
  const ownDeclarations: Declaration[] = [];
  const inner = rule.block.children.filter((node) => {
    if (node.type === 'Declaration') ownDeclarations.push(node);
    return node.type !== 'Declaration';
  });
  const declarations = compileDeclarations(
    ownDeclarations,
    context,
    selectors.some(({ hasPseudoElement }) => !hasPseudoElement),
  );
  const nestedCss = inner.isEmpty ? '' : compileRules(inner, context, true);
  for (const { property, value, important } of declarations) {
    if (!isHintProperty(property)) continue;
    for (const { subject, hasPseudoElement, original, specificity } of selectors) {
      // Content is generated only in pseudo-elements, and the other hints are about elements.
      if (hasPseudoElement !== (property === 'content')) continue;
      const { isConditional } = context;
      context.addHint({
        subject,
        property,
        value,
        selector: original,
        specificity,
        important,
        isConditional,
      });
    }
  }
  const roots = selectors.filter(({ isRoot }) => isRoot);
  const others = selectors.filter(({ isRoot }) => !isRoot);
  const onRoot = declarations.filter((declaration) => declaration.allowedOnRoot);
  if (roots.length === 0 || onRoot.length === declarations.length) {
    return (
      brokenBoxRule(selectors, declarations) +
      columnsRule(selectors, declarations) +
      coloredBoxRule(selectors, declarations) +
      ruleText(selectors, declarations, nestedCss) +
      sizeRules(selectors, declarations, context)
    );
  }
  return (
    ruleText(roots, onRoot, nestedCss) +
    brokenBoxRule(others, declarations) +
    columnsRule(others, declarations) +
    coloredBoxRule(others, declarations) +
    ruleText(others, declarations, nestedCss) +
    sizeRules(others, declarations, context)
  );
}

function ruleText(
  selectors: RewrittenSelector[],
  declarations: CompiledDeclaration[],
  nestedCss: string,
): string {
  const body = [declarationsText(declarations), nestedCss].filter(Boolean).join(';');
  if (selectors.length === 0 || body === '') return '';
  return `${selectors.map(({ text }) => text).join(',')}{${body}}`;
}

/** Rules for the sizes of images and boxes, which follow the rule that states them. */
function sizeRules(
  selectors: RewrittenSelector[],
  declarations: CompiledDeclaration[],
  { layout }: RulesContext,
): string {
  const limits = layout === 'fixed' ? '' : sizeLimitRules(selectors, declarations);
  return imageSizeRules(selectors, declarations, layout) + limits;
}

/** Keeps inherited text readable in a box for which a rule sets a background, but no color. */
function coloredBoxRule(
  selectors: RewrittenSelector[],
  declarations: CompiledDeclaration[],
): string {
  const lightness = declarations.find(({ property }) => property === '--svc-bg')?.value;
  const hasColor = declarations.some(({ property }) => property === 'color');
  if (hasColor || lightness === undefined || lightness === 'inherit') return '';
  const boxes = selectors.filter(({ hasPseudoElement }) => !hasPseudoElement);
  if (boxes.length === 0) return '';
  const selector = `:where(${boxes.map(({ text }) => text).join(',')}):where(:not(a))`;
  return `${selector}{color:${inheritedColor}}`;
}

const blockTags = 'div,section,article,aside,blockquote,figure,pre,details,p,dl,ul,ol,li,table';

/**
 * Repeats the border, padding and rounded corners of a block at each page break, unless the author
 * specifies otherwise. Without this rule, text touches the cut edge of the box. A picture in the
 * background is not repeated, because it would be behind the text of each page.
 */
function brokenBoxRule(
  selectors: RewrittenSelector[],
  declarations: CompiledDeclaration[],
): string {
  const hasPicture = declarations.some(isPictureDeclaration);
  if (!hasPicture && !declarations.some(isBoxDeclaration)) return '';
  const boxes = selectors.filter(({ isRoot, hasPseudoElement }) => !isRoot && !hasPseudoElement);
  if (boxes.length === 0) return '';
  const all = boxes.map(({ text }) => text).join(',');
  const [selector, value] = hasPicture
    ? [all, 'slice']
    : [`:where(${all}):where(${blockTags})`, 'clone'];
  return `${selector}{-webkit-box-decoration-break:${value};box-decoration-break:${value}}`;
}

function isPictureDeclaration({ property, value }: CompiledDeclaration): boolean {
  return /^background(?:-image)?$/.test(property) && /\b(?:url|image-set)\(/.test(value);
}

function columnsRule(selectors: RewrittenSelector[], declarations: CompiledDeclaration[]): string {
  if (!declarations.some(({ property }) => isColumnsProperty(property))) return '';
  const boxes = selectors.filter(({ hasPseudoElement }) => !hasPseudoElement);
  return boxes.length > 0 ? ownColumnsRule(boxes.map(({ text }) => text).join(',')) : '';
}

/** Whether a declaration gives a box a background, or a border on all sides. */
function isBoxDeclaration({ property, value }: CompiledDeclaration): boolean {
  const isBox = /^(?:border|background(?:-color)?)$/.test(property);
  return isBox && !isInvisible(value);
}

function isInvisible(value: string): boolean {
  return /^(?:none|0|0px|transparent|inherit|initial|unset)\b/.test(value);
}

const atRuleCompilers: Record<
  AllowedAtRule,
  (
    rule: Atrule,
    context: RulesContext,
    inside: (isConditional: boolean) => string,
    nested: boolean,
  ) => string
> = {
  import: (rule, context) => context.compiledImport(rule),
  media: (rule, _, inside, nested) => {
    const queries = mediaQueriesOf(rule);
    if (rule.block && isDarkSchemeOnly(queries))
      return compileDarkImageRules(rule.block.children, nested);
    const applies = applicability(queries);
    return applies === 'never' ? '' : wrapInMedia(queries, inside(applies === 'sometimes'));
  },
  supports: (rule, _, inside) => wrapInSupports(rule, inside(true)),
  layer: (_rule, _context, inside) => inside(false),
  'font-face': (rule, context) => {
    const face = readFontFace(rule, context.resolveFont);
    if (face) context.addFace(face);
    return '';
  },
  keyframes: compileKeyframes,
  'counter-style': compileCounterStyle,
};

function compileAtrule(rule: Atrule, context: RulesContext, nested: boolean): string {
  const name = rule.name.toLowerCase();
  if (!isAllowedAtRule(name)) return '';
  const inside = (isConditional: boolean) =>
    rule.block
      ? compileRules(
          rule.block.children,
          { ...context, isConditional: isConditional || context.isConditional },
          nested,
        )
      : '';
  return atRuleCompilers[name](rule, context, inside, nested);
}

/** The media queries of an `@media` or `@import` rule. */
export function mediaQueriesOf(rule: Atrule): CssNode[] {
  if (rule.prelude?.type !== 'AtrulePrelude') return [];
  const list = rule.prelude.children.toArray().find((node) => node.type === 'MediaQueryList');
  return list?.type === 'MediaQueryList' ? list.children.toArray() : [];
}

function wrapInSupports(rule: Atrule, css: string): string {
  if (css === '' || rule.prelude?.type !== 'AtrulePrelude') return '';
  return `@supports ${generate(rule.prelude)}{${css}}`;
}

function compileKeyframes(rule: Atrule, context: RulesContext): string {
  const name = rule.prelude ? generate(rule.prelude) : '';
  if (!/^[\w-]+$/.test(name)) return '';
  let frames = '';
  rule.block?.children.forEach((frame) => {
    if (frame.type !== 'Rule') return;
    const at = generate(frame.prelude);
    if (!/^(?:from|to|[\d.]+%)(?:,(?:from|to|[\d.]+%))*$/i.test(at)) return;
    const ownDeclarations = frame.block.children
      .toArray()
      .filter((node) => node.type === 'Declaration');
    frames += `${at}{${declarationsText(compileDeclarations(ownDeclarations, context))}}`;
  });
  return frames === '' ? '' : `@keyframes ${name}{${frames}}`;
}

const counterDescriptors =
  /^(?:system|symbols|additive-symbols|negative|prefix|suffix|range|pad|fallback)$/;

function compileCounterStyle(rule: Atrule): string {
  const name = rule.prelude ? generate(rule.prelude) : '';
  const descriptors = rule.block?.children.toArray().flatMap((node) => {
    if (node.type !== 'Declaration' || !counterDescriptors.test(node.property)) return [];
    const value = generate(node.value);
    return /[(@;{}]/.test(value) ? [] : [`${node.property}:${value}`];
  });
  return /^[\w-]+$/.test(name) && descriptors
    ? `@counter-style ${name}{${descriptors.join(';')}}`
    : '';
}
