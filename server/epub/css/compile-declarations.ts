import { generate, parse, type Declaration, type Value } from 'css-tree';
import type { Layout } from '../contract.ts';
import { nearBlackOrWhite } from './colors.ts';
import { limitIndents } from './limit-indents.ts';
import { widenColumns } from './own-columns.ts';
import { isReaderControlled, standardProperty } from './properties.ts';
import { rewriteValue, type ValueContext } from './rewrite-value.ts';
import {
  backgroundLimits,
  dimmedPicture,
  readableColor,
  themedBackground,
} from './readable-colors.ts';
import type { RootVariables } from './variables.ts';

/**
 * Offsets that move a box off screen: -100em, -1000px, -1000% or more. At -100%, a box is still
 * next to its container.
 */
const offscreenOffset =
  /^(?:-\d{3,}(?:\.\d+)?(?:em|ex|ch|ic|lh)|-\d{4,}(?:\.\d+)?(?:px|pt|%)|calc\(-\d{3,}(?:\.\d+)? \* var\(--svc-rem\)\))$/;

const insetProperty = /^(?:left|right|top|bottom|inset(?:-(?:inline|block)(?:-(?:start|end))?)?)$/;

const visuallyHiddenStyles = {
  'clip-path': 'inset(50%)',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'white-space': 'nowrap',
};
export interface DeclarationContext extends ValueContext {
  layout: Layout;
  variables: RootVariables;
}

/** A declaration that passed the allowlist. */
export interface CompiledDeclaration {
  property: string;
  /** Value in the compiled style sheet. */
  value: string;
  important: boolean;
  /**
   * Whether it may apply to the document's root and body, which become part of the reader's own
   * page.
   */
  allowedOnRoot: boolean;
}

/**
 * The allowed declarations of a block, with standard property names and the reader's units.
 *
 * @param holdsText - False for pseudo-elements, which are ornaments.
 */
export function compileDeclarations(
  declarations: Declaration[],
  context: DeclarationContext,
  holdsText = true,
): CompiledDeclaration[] {
  const stated = new Set(declarations.map(({ property }) => property.toLowerCase()));
  const isBehindText = holdsText && !isIcon(declarations);
  const compiled = declarations.flatMap((declaration) => {
    const standard = standardProperty(declaration.property);
    if (!standard || (standard.prefixed && stated.has(standard.name))) return [];
    const original = readValue(declaration, context);
    if (!original) return [];
    const property = standard.name;
    const written = initialColor(property, generate(original));
    const value = rewriteValue(property, original, context);
    if (value === null || value === '' || escapesPage(property, value)) return [];
    const allowedOnRoot =
      context.layout === 'fixed' ||
      (!isReaderControlled(property) && !isPageColor(property, written));
    const important = declaration.important !== false;
    const compiledOne = { property, value, important, allowedOnRoot };
    if (!context.themed) return [compiledOne];
    if (property === 'color') {
      const readable = readableColor(written) ?? [[property, value]];
      return readable.map(([name, text]) => ({ ...compiledOne, property: name, value: text }));
    }
    if (/^background(?:-image)?$/.test(property) && /url\(/i.test(value) && isBehindText)
      compiledOne.value = dimmedPicture(value);
    if (!/^background(?:-color)?$/.test(property)) return [compiledOne];
    const limits = backgroundLimits(written);
    return [
      { ...compiledOne, value: themedBackground(written) ?? compiledOne.value },
      ...limits.map(([name, text]) => ({ ...compiledOne, property: name, value: text })),
    ];
  });
  return context.layout === 'fixed'
    ? compiled
    : limitIndents(hideOffscreenText(showAnimatedText(widenColumns(compiled))));
}

/** Whether the picture in a background is at one place, such as an icon beside the text. */
function isIcon(declarations: Declaration[]): boolean {
  const background = declarations
    .filter(({ property }) => /^background/i.test(property))
    .map(({ value }) => generate(value))
    .join(' ');
  return /\bno-repeat\b/i.test(background) && !/\b(?:cover|contain)\b|\b100%/i.test(background);
}

/** The color of text that a book resets is black, as on paper, and follows the theme. */
function initialColor(property: string, written: string): string {
  return property === 'color' && /^initial$/i.test(written) ? 'black' : written;
}

/** Serializes declarations as the body of a block. */
export function declarationsText(declarations: CompiledDeclaration[]): string {
  return declarations
    .map(({ property, value, important }) => `${property}:${value}${important ? '!important' : ''}`)
    .join(';');
}

function readValue({ value }: Declaration, { variables }: DeclarationContext): Value | null {
  const text = generate(value);
  if (!/var\(/i.test(text)) return value.type === 'Value' ? value : null;
  const resolved = variables.substitute(text);
  return resolved === null ? null : parseValue(resolved);
}

// A variable may contain any text with balanced brackets, even an invalid value such as `{a}`.
function parseValue(text: string): Value | null {
  try {
    const parsed = parse(text, { context: 'value' });
    return parsed.type === 'Value' ? parsed : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

// Fixed and sticky boxes would leave their page and remain visible when the reader turns pages.
function escapesPage(property: string, value: string): boolean {
  return (
    property === 'position' && !/^(?:static|relative|absolute|inherit|initial|unset)$/.test(value)
  );
}

// The theme sets the page colors. Authors who set white and black merely repeat the default.
function isPageColor(property: string, value: string): boolean {
  if (property === 'color') return nearBlackOrWhite(value) === 'black';
  return /^background(?:-color)?$/.test(property) && nearBlackOrWhite(value) === 'white';
}

/**
 * Shows text that is transparent except while an animation shows it, without the animation. It
 * could be read neither in time nor in print, and positioned texts would take turns at one place.
 */
function showAnimatedText(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  const isTransparent = ({ property, value }: CompiledDeclaration) =>
    property === 'opacity' && Number.parseFloat(value) === 0;
  const isAnimation = ({ property }: CompiledDeclaration) => property.startsWith('animation');
  return declarations.some(isTransparent) && declarations.some(isAnimation)
    ? declarations.filter((one) => !isTransparent(one) && !isAnimation(one))
    : declarations;
}

/**
 * Hides, in place, text that the author moved off screen for screen readers. Pages are laid out
 * next to each other, so text far to the left of one page would appear on another or disappear.
 */
function hideOffscreenText(declarations: CompiledDeclaration[]): CompiledDeclaration[] {
  const isOffscreen = ({ property, value }: CompiledDeclaration) =>
    insetProperty.test(property) && offscreenOffset.test(value);
  const absolute = declarations.find(
    ({ property, value }) => property === 'position' && value === 'absolute',
  );
  if (!absolute || !declarations.some(isOffscreen)) return declarations;
  const { important, allowedOnRoot } = absolute;
  return [
    ...declarations.filter((declaration) => !isOffscreen(declaration)),
    ...Object.entries(visuallyHiddenStyles).map(([property, value]) => ({
      property,
      value,
      important,
      allowedOnRoot,
    })),
  ];
}
