import type { Layout } from '../contract.ts';
import type { RewrittenSelector } from './rewrite-selector.ts';

/** A declaration of a rule or style attribute. */
interface Declared {
  property: string;
  value: string;
}

/** A selector, and the name of the elements that it matches if it states one. */
interface Selector {
  text: string;
  tag: string | null;
}

const pictures = ['img', 'video', 'svg', 'object'];
/** A length that does not depend on the box around it. */
const fixedLength = /^(?:[\d.]|calc|min|max|clamp)[^%]*$/;
/** A length that fits every page. */
const smallLength = /^(?:\d{1,2}(?:\.\d+)?px|\d?(?:\.\d+)?(?:em|ex|ch))$/;
/** Boxes that the reader limits to the width of a column. */
const boxes = `p div section article aside figure blockquote header footer ul ol dl`.split(' ');

const columnHeight = 'calc(var(--svc-column-block) - var(--svc-caption,0.6) * var(--svc-rem))';

/**
 * Rules that give images the size that a rule states. Attributes state the size of every image
 * file, so a side that the rule does not state is reset to `auto`. If it states both, one of them
 * is ignored, because the reader limits the other to the page.
 *
 * `:where` gives the rules no more specificity than the rule, so other rules still override them.
 */
export function imageSizeRules(
  selectors: readonly RewrittenSelector[],
  declarations: readonly Declared[],
  layout: Layout,
): string {
  const states = (property: string, none: string) =>
    declarations.find((one) => one.property === property && one.value !== none)?.value;
  const width = states('width', 'auto');
  const height = states('height', 'auto') ?? states('max-height', 'none');
  if (width === undefined && height === undefined) return '';
  const images = selectorsOf(selectors.flatMap(readSelector), ['img', 'video']);
  if (images.length === 0) return '';
  if (width === undefined) {
    return states('width', '') === undefined
      ? `:where(${images.join(',')}):where(img){width:auto}`
      : '';
  }
  if (layout === 'fixed') return '';
  if (height !== undefined) return `${narrow(images, ':where(img,video)')}{block-size:auto}`;
  // Without effect on a page of horizontal lines, which has no other height than `auto`.
  return width.includes('%') || states('height', '') !== undefined
    ? ''
    : `:where(${images.join(',')}):where(.svc-vertical img){height:auto}`;
}

/**
 * Rules that apply the author's largest width and height of images and boxes together with the
 * limits of the page, which would override them, and keep boxes of the whole width on the page.
 */
export function sizeLimitRules(
  selectors: readonly RewrittenSelector[],
  declarations: readonly Declared[],
): string {
  return limitRules(selectors.flatMap(readSelector), declarations);
}

function limitRules(selectors: readonly Selector[], declarations: readonly Declared[]): string {
  const statesHeight = declarations.some(
    ({ property, value }) => /^(?:height|block-size)$/.test(property) && value !== 'auto',
  );
  const rules = declarations.map(({ property, value }) => {
    if (/^(?:width|inline-size)$/.test(property)) {
      if (value === '100%') return statesHeight ? '' : wholeWidthRule(selectors);
      return fixedLength.test(value) && !smallLength.test(value)
        ? availableWidthRule(selectors)
        : '';
    }
    if (/^(?:inherit|initial|unset|revert.*|.*-content.*|.*-available|stretch)$/.test(value))
      return '';
    if (property === 'max-width' || property === 'max-inline-size') {
      const tags = [...pictures, ...boxes];
      const limit = value === 'none' ? '100%' : `min(${value},100%)`;
      return limitRule(selectorsOf(selectors, tags), tags, 'max-width', limit);
    }
    // Shares of the height have no effect, because the page's height is that of its content.
    if (!/^max-(?:height|block-size)$/.test(property) || value.includes('%')) return '';
    const limit = value === 'none' ? columnHeight : `min(${value},${columnHeight})`;
    return limitRule(selectorsOf(selectors, pictures), pictures, 'max-height', limit);
  });
  return rules.join('');
}

/** The same limits for the declarations of a style attribute, as text. */
export function attributeLimitRules(name: string, body: string): string {
  if (!/(?:^|;)(?:max-|width:|inline-size:)/.test(body)) return '';
  const selector = { text: `:is(#svc,.${name})`, tag: null };
  const declarations = body.split(';').map((text) => {
    const at = text.indexOf(':');
    return { property: text.slice(0, at), value: text.slice(at + 1).replace('!important', '') };
  });
  return limitRules([selector], declarations);
}

/**
 * Includes the padding and border of a box in a width of 100%, because they would be outside the
 * page. Other rules can still override it.
 */
function wholeWidthRule(selectors: readonly Selector[]): string {
  const texts = selectorsOf(selectors, boxes);
  if (texts.length === 0) return '';
  return `:where(${texts.join(',')}):where(${boxes.join(',')}){box-sizing:border-box}`;
}

/**
 * Limits a box with a fixed width, including its margin, padding and border, to the space that it
 * has on the page. The author's own limits still override it.
 */
function availableWidthRule(selectors: readonly Selector[]): string {
  const texts = selectorsOf(selectors, boxes);
  if (texts.length === 0) return '';
  const condition = `:not(#_):where(${boxes.join(',')}):not(.svc-vertical *)`;
  // Engines have different names for the same size.
  const limits = ['-moz-available', '-webkit-fill-available'];
  const body = limits.map((limit) => `max-width:${limit}!important`).join(';');
  return `:where(${texts.join(',')})${condition}{${body}}`;
}

function limitRule(selectors: string[], tags: string[], property: string, value: string): string {
  if (selectors.length === 0) return '';
  // Overrides the important limits of the page.
  const condition = `:not(#_):where(${tags.join(',')}):not(.svc-vertical *)`;
  return `${narrow(selectors, condition)}{${property}:${value}!important}`;
}

/** The selectors that may match elements with these names. */
function selectorsOf(selectors: readonly Selector[], tags: readonly string[]): string[] {
  return selectors.filter(({ tag }) => tag === null || tags.includes(tag)).map(({ text }) => text);
}

/** Adds a condition to each selector. */
function narrow(selectors: string[], condition: string): string {
  return selectors.map((text) => text + condition).join(',');
}

function readSelector({ text, subject, isRoot, hasPseudoElement }: RewrittenSelector): Selector[] {
  return isRoot || hasPseudoElement ? [] : [{ text, tag: subject.tag }];
}
